package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.error.BadRequestException;
import dev.trueup.events.Event;
import dev.trueup.events.Events;
import dev.trueup.events.Refusal;
import dev.trueup.testkit.servers.DatabaseKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events as trueup.yaml names them. */
class EventsOfAConfigurationTest {
  private static final String VIEWS = "page.views";
  private static final Duration WAIT_MAX = Duration.ofSeconds(60);
  private static final String RULES =
      "{ kind: events, retention: 1h, leave-out: [{ attribute: agent, is: bot }, { attribute:"
          + " actor, same-as: owner }], cap: { most: 1, interval: day, zone: Europe/Paris } }";

  private static TrueupConfig config(Forum forum, String views) {
    String yaml = forum.yaml() + "  " + VIEWS + ": " + views + "\n";
    return TrueupConfig.parse(yaml, forum.file(), forum::variable);
  }

  private static Event view(String id, Instant at) {
    return Event.of(VIEWS, "42", id, at);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void whatCountsAsOneIsDeclaredAndEachRefusalIsCounted(DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = Trueup.open(config(forum, RULES))) {
      Events events = trueup.events();
      Instant now = Instant.now();
      Event first = view("v-1", now).by("ann").with("owner", "bob");

      Outcome counted = events.apply(first);

      assertThat(counted.kind()).isEqualTo(Kind.APPLIED);
      assertThat(Objects.requireNonNull(counted.reading()).value()).isEqualTo(1);
      assertThat(events.apply(first).kind()).isEqualTo(Kind.DUPLICATE);
      assertThat(events.apply(view("v-2", now).by("ann")).rejection()).isEqualTo(Rejection.CAPPED);
      assertThat(events.apply(view("v-3", now).by("bob").with("owner", "bob")).rejection())
          .isEqualTo(Rejection.FILTERED);
      assertThat(events.apply(view("v-4", now).by("eve").with("agent", "bot")).rejection())
          .isEqualTo(Rejection.FILTERED);
      assertThat(events.read(VIEWS, "42").value()).isEqualTo(1);
      assertThat(events.refusals(VIEWS))
          .containsEntry(Refusal.DUPLICATE, 1L)
          .containsEntry(Refusal.CAPPED, 1L)
          .containsEntry(Refusal.FILTERED, 2L);
      assertThat(trueup.events()).isSameAs(events);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditProvesThatEveryValueIsWhatItsEventsComeTo(DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = Trueup.open(config(forum, "{ kind: events }"))) {
      assertThatThrownBy(() -> trueup.audit(List.of(VIEWS), RunOptions.DEFAULT))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("no application has used it");
      trueup.events().apply(view("v-1", Instant.now()).weighing(100));
      trueup.events().apply(Event.of(VIEWS, "43", "v-1", Instant.now()));
      CounterReport clean = audit(trueup);
      assertThat(clean.subjects()).isEqualTo(2);
      assertThat(clean.drifted()).isZero();

      forum.execute("UPDATE trueup_event_tally SET added = 95 WHERE subject = '42'");

      CounterReport found = audit(trueup);
      assertThat(found.drifted()).isEqualTo(1);
      assertThat(found.net()).isEqualByComparingTo("-5");
      SubjectReport wrong = found.drifts().get(0);
      assertThat(wrong.subject().key()).isEqualTo("42");
      assertThat(wrong.verdict()).isEqualTo(Verdict.DRIFT);
      assertThat(wrong.truth()).isEqualByComparingTo("100");
      assertThat(found.notes()).anyMatch(note -> note.contains("journal come to 100"));
      RunReport repair = trueup.repair(List.of(VIEWS), RunOptions.DEFAULT);
      assertThat(repair.repairs()).isEmpty();
      assertThat(repair.counters().get(0).corrected()).isZero();
      assertThat(trueup.events().read(VIEWS, "42").value()).isEqualTo(95);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void whatIsOlderThanTheRetentionIsSealedInTheBackground(DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup =
            Trueup.open(config(forum, "{ kind: events, retention: 1m, seal-every: 1s }"))) {
      Events events = trueup.events();
      Event old = view("old", Instant.now().minusSeconds(120));
      // A seal may have been there already; then the event is too old at once.
      boolean counted = events.apply(old).kind() == Kind.APPLIED;
      events.apply(view("new", Instant.now()));
      Instant end = Instant.now().plus(WAIT_MAX);
      SystemWaiter waiter = new SystemWaiter();
      while (events.apply(old).rejection() != Rejection.TOO_OLD) {
        assertThat(Instant.now()).as("waited for too long").isBefore(end);
        waiter.waitFor(Duration.ofMillis(50));
      }
      var tally =
          Objects.requireNonNull(
              events.tallies(VIEWS, List.of(new Subject("42"))).get(new Subject("42")));
      assertThat(tally.sealed().events()).isEqualTo(counted ? 1 : 0);
      assertThat(tally.value()).isEqualTo(counted ? 2 : 1);
      assertThat(audit(trueup).drifted()).isZero();
    }
  }

  @Test
  void callsOfTheWrongKindAreRefusedByName(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder);
        Trueup trueup =
            Trueup.open(
                config(forum, "{ kind: events }"), TrueupOptions.standard().withoutSchedule())) {
      Instant now = Instant.now();
      assertThat(trueup.events().apply(Event.of("post.comments", "42", "a", now)).rejection())
          .isEqualTo(Rejection.WRONG_KIND);
      assertThat(trueup.events().apply(Event.of("page.view", "42", "a", now)).rejection())
          .isEqualTo(Rejection.UNKNOWN_COUNTER);
      assertThat(trueup.counters().apply(Change.added(VIEWS, "42").fact("f").at(now)).rejection())
          .isEqualTo(Rejection.WRONG_KIND);
      assertThat(trueup.members().add(VIEWS, "42", "ann", now).rejection())
          .isEqualTo(Rejection.WRONG_KIND);
    }
  }

  private static CounterReport audit(Trueup trueup) {
    List<CounterReport> reports = trueup.audit(List.of(VIEWS), RunOptions.DEFAULT).counters();
    return Objects.requireNonNull(reports.get(0));
  }
}
