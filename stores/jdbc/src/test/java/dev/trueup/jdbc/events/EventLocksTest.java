package dev.trueup.jdbc.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.events.Event;
import dev.trueup.events.EventAudit;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import dev.trueup.testkit.threads.AtOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Batches over many subjects, old ones and new ones, in whatever order they name them, while others
 * seal the same subjects: nobody ever waits in a circle, so no transaction has to be run again.
 */
class EventLocksTest {
  private static final int THREADS = 8;
  private static final int BATCHES = 25;
  private static final int SUBJECTS = 200;
  private static final EventCounter VIEWS = EventCounter.of("page.views", Duration.ofMinutes(1));

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void noTwoTransactionsWaitForEachOther(DatabaseKind kind) throws Exception {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      EventStore store = new JdbcEventStore(database);
      store.enable(VIEWS);
      Instant now = store.now();
      long retried = database.retried();

      List<List<Outcome>> outcomes =
          AtOnce.run(THREADS, thread -> work(store, thread, now.minusSeconds(5)));

      assertThat(database.retried() - retried).as("transactions that were run again").isZero();
      assertThat(outcomes.stream().flatMap(List::stream))
          .allMatch(one -> one.kind() == Kind.APPLIED || one.rejection() == Rejection.TOO_OLD);
      List<EventAudit.Finding> findings = new ArrayList<>();
      EventAudit.run(new EventJournal(VIEWS, store), 50, findings::add);
      assertThat(findings).isEmpty();
    }
  }

  private static List<Outcome> work(EventStore store, int thread, Instant at) {
    SplittableRandom random = new SplittableRandom(thread);
    List<Outcome> outcomes = new ArrayList<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        // The further it goes, the more subjects there are that nobody has named before.
        String subject = "page-" + random.nextInt(1 + SUBJECTS * (batch + 1) / BATCHES);
        Instant time = random.nextInt(3) == 0 ? at.minusSeconds(120) : at;
        events.add(Event.of(VIEWS.name(), subject, thread + "-" + batch + "-" + i, time));
      }
      outcomes.addAll(store.apply(VIEWS, events));
      if (thread < 2) {
        store.seal(VIEWS, 20);
      }
    }
    return outcomes;
  }
}
