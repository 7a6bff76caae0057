package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Verdict;
import dev.trueup.error.BadRequestException;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.Ledgers;
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

/** Ledgers as trueup.yaml names them. */
class LedgerTest {
  private static final String WALLET = "wallet.balance";
  private static final Duration WAIT_MAX = Duration.ofSeconds(60);

  private static TrueupConfig config(Forum forum, String ledger) {
    String yaml = forum.yaml() + "  " + WALLET + ": " + ledger + "\n";
    return TrueupConfig.parse(yaml, forum.file(), forum::variable);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anEntryCountsOnceAndTheFloorHolds(DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = Trueup.open(config(forum, "{ kind: ledger, floor: 0 }"))) {
      Ledgers ledgers = trueup.ledgers();
      assertThat(ledgers.append(WALLET, "42", "top-up", 100).kind())
          .isEqualTo(LedgerOutcome.Kind.APPLIED);
      assertThat(ledgers.append(WALLET, "42", "top-up", 100).kind())
          .isEqualTo(LedgerOutcome.Kind.DUPLICATE);
      assertThat(ledgers.append(WALLET, "42", "too-much", -101).rejection())
          .isEqualTo(Rejection.FLOOR);
      assertThat(ledgers.append(WALLET, "42", "all", -100).kind())
          .isEqualTo(LedgerOutcome.Kind.APPLIED);
      assertThat(ledgers.balance(WALLET, "42").amount()).isZero();
      assertThat(trueup.ledgers()).isSameAs(ledgers);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditProvesThatEveryBalanceIsTheSumOfItsEntries(DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = Trueup.open(config(forum, "{ kind: ledger }"))) {
      assertThatThrownBy(() -> trueup.audit(List.of(WALLET), RunOptions.DEFAULT))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("no application has used it");
      trueup.ledgers().append(WALLET, "42", "a", 100);
      trueup.ledgers().append(WALLET, "43", "b", 7);
      CounterReport clean = audit(trueup);
      assertThat(clean.subjects()).isEqualTo(2);
      assertThat(clean.drifted()).isZero();

      forum.execute(
          "UPDATE trueup_ledger_balance SET balance = 95, available = 95 WHERE subject = '42'");
      CounterReport found = audit(trueup);
      assertThat(found.drifted()).isEqualTo(1);
      assertThat(found.net()).isEqualByComparingTo("-5");
      SubjectReport wrong = found.drifts().get(0);
      assertThat(wrong.subject().key()).isEqualTo("42");
      assertThat(wrong.verdict()).isEqualTo(Verdict.DRIFT);
      assertThat(wrong.truth()).isEqualByComparingTo("100");
      assertThat(found.notes()).anyMatch(note -> note.contains("its entries come to 100"));
      RunReport repair = trueup.repair(List.of(WALLET), RunOptions.DEFAULT);
      assertThat(repair.repairs()).isEmpty();
      assertThat(repair.counters().get(0).corrected()).isZero();
      assertThat(trueup.ledgers().balance(WALLET, "42").amount()).isEqualTo(95);
    }
  }

  @Test
  void l4NoOtherPathServesALedgerAndNothingIsWrittenByTheOneThatTries(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder);
        Trueup trueup =
            Trueup.open(
                config(forum, "{ kind: ledger }"), TrueupOptions.standard().withoutSchedule())) {
      Ledgers ledgers = trueup.ledgers();
      ledgers.append(WALLET, "42", "a", 100);
      Outcome outcome =
          trueup.counters().apply(Change.added(WALLET, "42").fact("f").at(Instant.now()));
      assertThat(outcome.rejection()).isEqualTo(Outcome.Rejection.WRONG_KIND);
      assertThatThrownBy(() -> trueup.counters().read(WALLET, "42"))
          .isInstanceOf(BadRequestException.class);
      for (Reading.Mode mode : Reading.Mode.values()) {
        assertThatThrownBy(() -> ledgers.balance(WALLET, "42", mode))
            .isInstanceOf(BadRequestException.class)
            .hasMessageContaining("always read exactly");
      }
      assertThat(ledgers.append("post.comments", "42", "b", 1).rejection())
          .isEqualTo(Rejection.WRONG_KIND);
      assertThat(ledgers.append("wallet", "42", "b", 1).rejection())
          .isEqualTo(Rejection.UNKNOWN_COUNTER);
      Balance balance = ledgers.balance(WALLET, "42");
      assertThat(balance.amount()).isEqualTo(100);
      assertThat(balance.entries()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aReservationWhoseTimeIsOverIsGivenBackInTheBackground(
      DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup =
            Trueup.open(config(forum, "{ kind: ledger, floor: 0, expire-every: 100ms }"))) {
      Ledgers ledgers = trueup.ledgers();
      ledgers.append(WALLET, "42", "a", 100);
      Instant soon = Instant.now().plusSeconds(1);
      assertThat(ledgers.reserve(WALLET, "42", "r", 60, soon).kind())
          .isEqualTo(LedgerOutcome.Kind.APPLIED);
      assertThat(ledgers.balance(WALLET, "42").available()).isEqualTo(40);
      Instant end = Instant.now().plus(WAIT_MAX);
      SystemWaiter waiter = new SystemWaiter();
      while (ledgers.balance(WALLET, "42").available() != 100) {
        assertThat(Instant.now()).as("waited for too long").isBefore(end);
        waiter.waitFor(Duration.ofMillis(50));
      }
      assertThat(ledgers.balance(WALLET, "42").amount()).isEqualTo(100);
    }
  }

  @Test
  void boundsThatDoNotHoldTheBalancesThatAreThereAreRefused(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder)) {
      try (Trueup trueup = Trueup.open(config(forum, "{ kind: ledger }"))) {
        trueup.ledgers().append(WALLET, "42", "a", -5);
      }
      try (Trueup trueup = Trueup.open(config(forum, "{ kind: ledger, floor: 0 }"))) {
        assertThatThrownBy(trueup::ledgers)
            .isInstanceOf(BadRequestException.class)
            .hasMessageContaining("subject 42 has a balance of -5");
      }
    }
  }

  private static CounterReport audit(Trueup trueup) {
    List<CounterReport> reports = trueup.audit(List.of(WALLET), RunOptions.DEFAULT).counters();
    return Objects.requireNonNull(reports.get(0));
  }
}
