package dev.trueup.mongodb.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.trueup.counter.Subject;
import dev.trueup.events.EventStore;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.MongoRetries;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.mongodb.managed.Keys;
import dev.trueup.testkit.events.EventStoreCompatibility;
import dev.trueup.testkit.events.ManagedEventStore;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.time.RealWaiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The suite of events on MongoDB, whose journal has no transactions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MongoEventStoreTest extends EventStoreCompatibility {
  private final List<AutoCloseable> opened = new ArrayList<>();
  private TestMongo server;
  private DocumentDatabase database;

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
  protected EventStore openStore() {
    return on(database);
  }

  private static EventStore on(DocumentDatabase reached) {
    return new ManagedEventStore(
        new MongoJournal(reached),
        counter -> JournalScene.managed(counter, reached),
        new RealWaiter());
  }

  /** The connection is cut when events were confirmed, and before the answer comes back. */
  @Override
  protected Optional<EventStore> openStoreLosingAnswers() {
    try {
      CuttingProxy proxy = CuttingProxy.before(server.url());
      DocumentDatabase lossy = JournalScene.open(proxy.url(), MongoRetries.NONE);
      opened.add(lossy);
      opened.add(proxy);
      proxy.cut(CuttingProxy.Cut.AFTER_ITS_ANSWER, "update.{1,8}trueup_journal\\x00");
      return Optional.of(on(lossy));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The journal is the truth: only what was derived from it can be wrong. */
  @Override
  protected boolean tamper(String counter, Subject subject, Tampering tampering) {
    if (tampering != Tampering.VALUE_RAISED) {
      return false;
    }
    assertThat(
            database
                .collection("trueup_heads")
                .updateOne(Filters.eq("_id", Keys.of(counter, subject)), Updates.inc("base", 1L))
                .getModifiedCount())
        .isEqualTo(1);
    return true;
  }
}
