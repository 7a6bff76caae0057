package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Verdict;
import dev.trueup.error.BadRequestException;
import dev.trueup.managed.Counters;
import dev.trueup.testkit.servers.DatabaseKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrueupTest {
  private static final Duration WAIT_MAX = Duration.ofSeconds(60);

  /** The lines of the documentation, as they stand there. */
  @Test
  void theSnippetOfTheDocumentationRuns(@TempDir Path folder) throws Exception {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder)) {
      Files.writeString(forum.file(), forum.yaml());
      Path file = forum.file();
      Instant createdAt = forum.comment("c-981", 42);
      try (Trueup trueup = Trueup.open(TrueupConfig.load(file))) {
        Counters counters = trueup.counters();
        Outcome outcome =
            counters.apply(Change.added("post.comments", "42").fact("c-981").at(createdAt));
        Reading reading = counters.read("post.comments", "42");
        assertThat(outcome.kind()).isIn(Outcome.Kind.APPLIED, Outcome.Kind.COVERED);
        assertThat(reading.value()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void theScheduleHealsAChangeThatWasNeverSent(DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = Trueup.open(forum.config())) {
      Counters counters = trueup.counters();
      Instant at = forum.comment("c-1", 7);
      counters.apply(Change.added("post.comments", "7").fact("c-1").at(at));
      await(() -> counters.read("post.comments", "7").hasBase());
      forum.comment("c-2", 7);
      await(() -> counters.read("post.comments", "7").value() == 2);
      assertThat(counters.read("post.comments", "7").mode()).isEqualTo(Reading.Mode.FAST);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditOfAManagedCounterExplainsItsDriftAndARepairIsUndone(
      DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = Trueup.open(forum.config(), TrueupOptions.standard().withoutSchedule())) {
      Counters counters = trueup.counters();
      Instant at = forum.comment("c-1", 7);
      counters.apply(Change.added("post.comments", "7").fact("c-1").at(at));
      await(
          () -> {
            trueup.repair(List.of(), RunOptions.DEFAULT);
            return counters.read("post.comments", "7").hasBase();
          });
      forum.comment("c-lost", 7);
      await(() -> audit(trueup).drifted() == 1);

      CounterReport found = audit(trueup);
      assertThat(found.net()).isEqualByComparingTo("-1");
      assertThat(found.drifts().get(0).verdict()).isEqualTo(Verdict.DRIFT);
      assertThat(found.explained()).isNotNull();
      assertThat(java.util.Objects.requireNonNull(found.explained()).lost())
          .containsExactly("c-lost");
      assertThat(counters.read("post.comments", "7").value()).isEqualTo(1);

      RunReport repair = trueup.repair(List.of("post.comments"), RunOptions.DEFAULT);
      assertThat(repair.repairs()).hasSize(1);
      assertThat(counters.read("post.comments", "7").value()).isEqualTo(2);

      UndoReport undo = trueup.undo(repair.repairs().get(0), Watch.NONE);
      assertThat(undo.undone()).isEqualTo(1);
      assertThat(counters.read("post.comments", "7").value()).isEqualTo(1);
      assertThat(trueup.undo(repair.repairs().get(0), Watch.NONE).already()).isTrue();

      RunReport again = trueup.repair(List.of("post.comments"), RunOptions.DEFAULT);
      assertThat(again.repairs()).isEmpty();
      CounterReport held = again.counters().get(0);
      assertThat(held.subjects()).isEqualTo(1);
      assertThat(held.drifted()).isEqualTo(1);
      assertThat(held.corrected()).isZero();
      assertThat(counters.read("post.comments", "7").value()).isEqualTo(1);
    }
  }

  @Test
  void aCounterOfAnotherKindIsRefusedOnlyWhenItIsUsed(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder)) {
      String yaml = forum.yaml() + "  wallet: { kind: events }\n";
      TrueupConfig config = TrueupConfig.parse(yaml, forum.file(), name -> null);
      try (Trueup trueup = Trueup.open(config, TrueupOptions.standard().withoutSchedule())) {
        trueup.counters();
        assertThatThrownBy(() -> trueup.audit(List.of("wallet"), RunOptions.DEFAULT))
            .isInstanceOf(BadRequestException.class)
            .hasMessageContaining("is of kind events and has none yet");
        Outcome outcome =
            trueup.counters().apply(Change.added("wallet", "1").fact("f").at(Instant.now()));
        assertThat(outcome.rejection()).isEqualTo(Outcome.Rejection.WRONG_KIND);
      }
    }
  }

  private static CounterReport audit(Trueup trueup) {
    return trueup.audit(List.of(), RunOptions.DEFAULT).counters().get(0);
  }

  private static void await(BooleanSupplier condition) {
    Instant end = Instant.now().plus(WAIT_MAX);
    SystemWaiter waiter = new SystemWaiter();
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("waited for too long").isBefore(end);
      waiter.waitFor(Duration.ofMillis(50));
    }
  }
}
