package dev.trueup.jdbc.managed;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.compatibility.CounterStoreCompatibility;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The compatibility suite on one database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreOnDatabase extends CounterStoreCompatibility {
  private final DatabaseKind kind;
  private TestDatabase server;
  private Database database;
  private JdbcRepairLog log;
  private final List<CuttingProxy> proxies = new ArrayList<>();
  private final List<Database> losing = new ArrayList<>();

  StoreOnDatabase(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void openDatabase() {
    server = Servers.of(kind).newDatabase();
    database = OnEveryDatabase.openStore(server);
    log = new JdbcRepairLog(database);
  }

  @AfterAll
  void closeDatabase() throws IOException {
    for (Database lossy : losing) {
      lossy.close();
    }
    for (CuttingProxy proxy : proxies) {
      proxy.close();
    }
    log.close();
    database.close();
    server.close();
  }

  @Override
  protected CounterStore openStore() {
    return new JdbcCounterStore(database, log, RandomGenerator.getDefault());
  }

  @Override
  protected RepairLog repairLog() {
    return log;
  }

  /**
   * Where the database is reached over a network, the connection is cut when the commit is done.
   */
  @Override
  protected Optional<CounterStore> openStoreLosingAnswers() {
    if (kind == DatabaseKind.SQLITE) {
      return Optional.empty();
    }
    try {
      CuttingProxy proxy = new CuttingProxy(server);
      proxies.add(proxy);
      Database lossy =
          Database.open(
              DatabaseSettings.of("app", proxy.url(), server.username(), server.password()));
      losing.add(lossy);
      proxy.cut(CuttingProxy.Cut.AFTER_ITS_ANSWER, CuttingProxy.COMMIT);
      return Optional.of(new JdbcCounterStore(lossy, null, RandomGenerator.getDefault()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
