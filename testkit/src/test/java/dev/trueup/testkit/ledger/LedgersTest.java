package dev.trueup.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.BatchLimits;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Ledger;
import dev.trueup.ledger.LedgerBatcher;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Ledgers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a caller of ledgers sees: named refusals, UNKNOWN for lost answers, no modes of reading. */
class LedgersTest {
  private static final String WALLET = "wallet.balance";

  private final ModelLedger memory = new ModelLedger();
  private final LedgerCounter counter =
      new LedgerCounter(WALLET, new Bounds(0, 100), Duration.ofDays(1));
  private final Ledgers ledgers = ledgers(new ModelLedgerStore(memory.state(), memory.clock()));

  private Ledgers ledgers(LedgerStore store) {
    store.enable(counter);
    LedgerBatcher batcher =
        new LedgerBatcher(counter, store, BatchLimits.DEFAULT, memory.clock()::advance);
    return new Ledgers(List.of(new Ledger(counter, store, batcher)), List.of("post.comments"));
  }

  @Test
  void entriesReservationsAndTransfersGoThroughOneDoor() {
    Instant end = memory.clock().instant().plusSeconds(60);
    assertThat(ledgers.append(WALLET, "ann", "a", 50).kind()).isEqualTo(Kind.APPLIED);
    assertThat(ledgers.reserve(WALLET, "ann", "r", 20, end).kind()).isEqualTo(Kind.APPLIED);
    assertThat(ledgers.post(WALLET, "ann", "r", "p", 5L).kind()).isEqualTo(Kind.APPLIED);
    assertThat(ledgers.transfer(WALLET, "ann", "bob", "t", 10).kind()).isEqualTo(Kind.APPLIED);
    assertThat(ledgers.release(WALLET, "ann", "r").kind()).isEqualTo(Kind.APPLIED);
    assertThat(ledgers.append(WALLET, "ann", "a", 50).kind()).isEqualTo(Kind.DUPLICATE);

    assertThat(ledgers.balance(WALLET, "ann")).isEqualTo(new Balance(35, 0, 5));
    assertThat(ledgers.balance(WALLET, "bob")).isEqualTo(new Balance(10, 0, 1));
    assertThat(ledgers.balance(WALLET, "nobody")).isEqualTo(Balance.ZERO);
    assertThat(ledgers.entries(WALLET, "ann", 0, 10)).hasSize(5);
    assertThat(ledgers.reservation(WALLET, "ann", "r")).isPresent();
  }

  @Test
  void aWrongCallIsRefusedByName() {
    Instant end = memory.clock().instant().plusSeconds(60);

    refused(ledgers.append("no.such", "ann", "a", 1), Rejection.UNKNOWN_COUNTER);
    refused(ledgers.append("post.comments", "ann", "a", 1), Rejection.WRONG_KIND);
    refused(ledgers.append(WALLET, "", "a", 1), Rejection.INVALID_SUBJECT);
    refused(ledgers.append(WALLET, "x".repeat(513), "a", 1), Rejection.INVALID_SUBJECT);
    refused(ledgers.append(WALLET, "half \ud83d", "a", 1), Rejection.INVALID_SUBJECT);
    refused(ledgers.transfer(WALLET, "ann", "", "a", 1), Rejection.INVALID_SUBJECT);
    refused(ledgers.append(WALLET, "ann", "", 1), Rejection.INVALID_ID);
    refused(ledgers.append(WALLET, "ann", "a", 0), Rejection.INVALID_AMOUNT);
    refused(ledgers.reserve(WALLET, "ann", "r", 1, Instant.MAX), Rejection.IN_THE_FUTURE);
    refused(ledgers.reserve(WALLET, "ann", "r", 1, Instant.EPOCH), Rejection.IN_THE_PAST);
    refused(ledgers.reserve(WALLET, "ann", "r", 1, end), Rejection.FLOOR);
    refused(ledgers.append(WALLET, "ann", "a", 101), Rejection.CEILING);
    assertThat(ledgers.balance(WALLET, "ann")).isEqualTo(Balance.ZERO);
    assertThatThrownBy(() -> new Bounds(5, 4)).isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> new Bounds(1, 4)).isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> new LedgerCounter("No", Bounds.NONE))
        .isInstanceOf(BadRequestException.class);
  }

  @Test
  void l4ALedgerHasNoModeOfReading() {
    for (Reading.Mode mode : Reading.Mode.values()) {
      assertThatThrownBy(() -> ledgers.balance(WALLET, "ann", mode))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining(WALLET)
          .hasMessageContaining(mode.name());
    }
    assertThat(ledgers.balance(WALLET, "ann", null)).isEqualTo(Balance.ZERO);
    assertThatThrownBy(() -> ledgers.balance("post.comments", "ann"))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("not of kind ledger");
  }

  @Test
  void i5ALostAnswerIsUnknownForEveryOperationOfTheCall() {
    for (RuntimeException failure :
        List.of(
            new AnswerLostException("The connection broke."),
            new UnavailableException("The store is down."))) {
      Ledgers broken =
          ledgers(
              new ForwardingLedgerStore(new ModelLedgerStore(memory.state(), memory.clock())) {
                @Override
                public List<LedgerOutcome> apply(
                    LedgerCounter of, List<LedgerOperation> operations) {
                  throw failure;
                }
              });

      assertThat(broken.append(WALLET, "ann", "a", 1).kind()).isEqualTo(Kind.UNKNOWN);
      assertThat(
              broken.apply(
                  WALLET,
                  List.of(
                      new LedgerOperation.Append(new Subject("ann"), "a", 1),
                      new LedgerOperation.Append(new Subject("bob"), "a", 1))))
          .hasSize(2)
          .allMatch(one -> one.kind() == Kind.UNKNOWN);
    }
  }

  @Test
  void whatIsOverIsGivenBackByTheSweepOnce() {
    Instant end = memory.clock().instant().plusSeconds(60);
    ledgers.append(WALLET, "ann", "a", 50);
    ledgers.reserve(WALLET, "ann", "r1", 20, end);
    ledgers.reserve(WALLET, "ann", "r2", 20, end);

    assertThat(ledgers.expire(WALLET, 10)).isZero();
    memory.clock().advanceTo(end);
    assertThat(ledgers.expire(WALLET, 1)).isEqualTo(1);
    assertThat(ledgers.expire(WALLET, 10)).isEqualTo(1);
    assertThat(ledgers.expire(WALLET, 10)).isZero();
    assertThat(ledgers.balance(WALLET, "ann").reserved()).isZero();
  }

  @Test
  void aCallIsBounded() {
    List<LedgerOperation> many = new ArrayList<>();
    for (int i = 0; i <= Ledgers.CALL_MAX; i++) {
      many.add(new LedgerOperation.Append(new Subject("ann"), "id-" + i, 1));
    }
    assertThatThrownBy(() -> ledgers.apply(WALLET, many)).isInstanceOf(BadRequestException.class);
  }

  private static void refused(LedgerOutcome outcome, Rejection rejection) {
    assertThat(outcome.kind()).isEqualTo(Kind.REJECTED);
    assertThat(outcome.rejection()).isEqualTo(rejection);
    assertThat(outcome.message()).isNotBlank();
  }
}
