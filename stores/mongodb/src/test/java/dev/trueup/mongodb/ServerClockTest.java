package dev.trueup.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trueup.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A clock that ran ahead would put a watermark past facts that are not there yet (I4). */
class ServerClockTest {
  /** How far two looks at one clock may be apart on a busy machine. */
  private static final Duration BUSY = Duration.ofSeconds(2);

  private static final Duration QUICK = Duration.ofMillis(50);

  @Test
  void theTimeOfAttemptsThatFailedIsNoPartOfTheAnswersTime() {
    try (TestMongo server = TestMongo.newDatabase();
        DocumentDatabase database = server.open()) {
      SettableClock local = new SettableClock(Instant.now());
      ServerClock clock =
          new ServerClock(
              database.database(),
              ask -> {
                // Attempts that failed, and the pauses after them.
                local.advance(Duration.ofMinutes(10));
                return ask.get();
              },
              local);

      assertThat(clock.now()).isCloseTo(Instant.now(), within(BUSY.toMillis(), ChronoUnit.MILLIS));
    }
  }

  @Test
  void anAnswerThatWasSlowIsAskedForAgainAndTheQuickestIsTaken() {
    try (TestMongo server = TestMongo.newDatabase();
        DocumentDatabase database = server.open()) {
      Deque<Duration> steps = new ArrayDeque<>();
      SettableClock time = new SettableClock(Instant.now());
      ServerClock clock =
          new ServerClock(
              database.database(),
              Supplier::get,
              () -> time.advance(steps.isEmpty() ? Duration.ZERO : steps.removeFirst()));
      clock.now();

      // A look that finds what is known too old; then two an answer: before it and after it.
      steps.add(Duration.ofSeconds(11));
      for (Duration took : List.of(Duration.ofMinutes(10), Duration.ofMinutes(4), QUICK)) {
        steps.add(Duration.ZERO);
        steps.add(took);
      }
      Instant told = clock.now();

      assertThat(steps).isEmpty();
      assertThat(told).isCloseTo(Instant.now(), within(BUSY.toMillis(), ChronoUnit.MILLIS));
    }
  }
}
