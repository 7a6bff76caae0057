package dev.trueup.jdbc.cases;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.jdbc.managed.JdbcFactSource;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.Random;
import org.junit.jupiter.api.Nested;

/** The field cases on every database. */
class ManagedFieldCasesTest {
  private abstract static class OnDatabase extends ManagedFieldCases {
    private final DatabaseKind kind;

    OnDatabase(DatabaseKind kind) {
      this.kind = kind;
    }

    @Override
    TestDatabase newDatabase() {
      return Servers.of(kind).newDatabase();
    }

    @Override
    Stores open(TestDatabase database) {
      return new JdbcStores(OnEveryDatabase.openStore(database));
    }
  }

  @Nested
  class OnPostgreSql extends OnDatabase {
    OnPostgreSql() {
      super(DatabaseKind.POSTGRESQL);
    }
  }

  @Nested
  class OnMariaDb extends OnDatabase {
    OnMariaDb() {
      super(DatabaseKind.MARIADB);
    }
  }

  @Nested
  class OnSqlite extends OnDatabase {
    OnSqlite() {
      super(DatabaseKind.SQLITE);
    }
  }

  private static final class JdbcStores implements ManagedFieldCases.Stores {
    private final Database database;
    private final JdbcRepairLog log;
    private final JdbcCounterStore store;

    JdbcStores(Database database) {
      this.database = database;
      this.log = new JdbcRepairLog(database);
      this.store = new JdbcCounterStore(database, log, new Random(1));
    }

    @Override
    public CounterStore store() {
      return store;
    }

    @Override
    public RepairLog log() {
      return log;
    }

    @Override
    public FactSource source(SourceDefinition definition) {
      return new JdbcFactSource(database, definition, JdbcFactSource.STATEMENT_DEFAULT);
    }

    @Override
    public void close() {
      store.close();
      log.close();
      database.close();
    }
  }
}
