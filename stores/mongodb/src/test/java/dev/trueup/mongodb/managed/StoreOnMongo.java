package dev.trueup.mongodb.managed;

import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.MongoRetries;
import dev.trueup.mongodb.MongoSettings;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.compatibility.CounterStoreCompatibility;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.servers.CuttingProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The compatibility suite on MongoDB, with a number of shards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreOnMongo extends CounterStoreCompatibility {
  private final int shards;
  private final ModelRepairLog log = new ModelRepairLog();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private TestMongo server;
  private DocumentDatabase database;

  StoreOnMongo(int shards) {
    this.shards = shards;
  }

  @BeforeAll
  void openDatabase() {
    server = TestMongo.newDatabase();
    database = server.open();
  }

  @AfterAll
  void closeDatabase() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
    System.out.println(
        getClass().getSimpleName() + " on " + server.describe() + ": " + database.retryCounts());
    database.close();
    server.close();
  }

  @Override
  protected CounterStore openStore() {
    return new MongoCounterStore(database, shards);
  }

  @Override
  protected RepairLog repairLog() {
    return log;
  }

  /** The connection is cut when the document was written and before its answer comes back. */
  @Override
  protected Optional<CounterStore> openStoreLosingAnswers() {
    try {
      CuttingProxy proxy = CuttingProxy.before(server.url());
      DocumentDatabase lossy =
          TestMongo.open(
              MongoSettings.of("docs", proxy.url(), null, null).withRetries(MongoRetries.NONE));
      opened.add(lossy);
      opened.add(proxy);
      MongoCounterStore store = new MongoCounterStore(lossy, shards);
      proxy.cut(CuttingProxy.Cut.AFTER_ITS_ANSWER, "findAndModify");
      return Optional.of(store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
