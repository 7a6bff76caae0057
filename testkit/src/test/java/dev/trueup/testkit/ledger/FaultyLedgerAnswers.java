package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.StoredBalance;
import dev.trueup.testkit.ledger.FaultyLedgers.Broken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Ledgers that do the right thing and answer something else. */
final class FaultyLedgerAnswers {
  private FaultyLedgerAnswers() {}

  static Map<String, ModelLedger.Backend> all() {
    Map<String, ModelLedger.Backend> faults = new LinkedHashMap<>();
    faults.put("repeats with today's balance", RepeatsToday::new);
    faults.put("takes another operation for a repetition", TakesForRepetition::new);
    faults.put("tells an overflow as applied", TellsOverflowApplied::new);
    faults.put("answers in an order of its own", AnswersReversed::new);
    faults.put("gives the balance after the whole batch", BalanceAfterTheBatch::new);
    faults.put("dates entries at the epoch", DatesAtTheEpoch::new);
    faults.put("tells a lost answer as rejected", TellsLostRejected::new);
    faults.put("tells a lost answer as applied", TellsLostApplied::new);
    return faults;
  }

  /** Broken in what it answers. */
  private abstract static class Answering extends Broken {
    @Nullable LedgerCounter applying;

    Answering(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      applying = counter;
      return super.apply(counter, operations);
    }
  }

  private static final class RepeatsToday extends Answering {
    RepeatsToday(ModelLedger memory) {
      super(memory);
    }

    @Override
    protected LedgerOutcome answer(LedgerOperation operation, LedgerOutcome outcome) {
      Entry entry = outcome.entry();
      if (outcome.kind() != Kind.DUPLICATE || entry == null || applying == null) {
        return outcome;
      }
      Subject subject = operation.subject();
      StoredBalance today = balances(applying, List.of(subject)).get(subject);
      return today == null
          ? outcome
          : LedgerOutcome.duplicate(changed(entry, entry.at(), today.balance()), null);
    }
  }

  private static final class TakesForRepetition extends Answering {
    TakesForRepetition(ModelLedger memory) {
      super(memory);
    }

    @Override
    protected LedgerOutcome answer(LedgerOperation operation, LedgerOutcome outcome) {
      if (outcome.rejection() != Rejection.OTHER_OPERATION_SAME_ID || applying == null) {
        return outcome;
      }
      return entries(applying, operation.subject(), 0, 100).stream()
          .filter(entry -> entry.id().equals(operation.id()))
          .findFirst()
          .map(entry -> LedgerOutcome.duplicate(entry, null))
          .orElse(outcome);
    }
  }

  private static final class TellsOverflowApplied extends Broken {
    TellsOverflowApplied(ModelLedger memory) {
      super(memory);
    }

    @Override
    protected LedgerOutcome answer(LedgerOperation operation, LedgerOutcome outcome) {
      return outcome.rejection() == Rejection.OVERFLOW
          ? LedgerOutcome.applied(
              new Entry(
                  operation.subject(),
                  1,
                  Entry.Kind.APPEND,
                  operation.id(),
                  1,
                  0,
                  null,
                  null,
                  now(),
                  Balance.ZERO))
          : outcome;
    }
  }

  private static final class AnswersReversed extends Broken {
    AnswersReversed(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<LedgerOutcome> outcomes = new ArrayList<>(super.apply(counter, operations));
      Collections.reverse(outcomes);
      return outcomes;
    }
  }

  private static final class BalanceAfterTheBatch extends Broken {
    BalanceAfterTheBatch(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<LedgerOutcome> outcomes = new ArrayList<>();
      for (LedgerOutcome outcome : super.apply(counter, operations)) {
        Entry entry = outcome.entry();
        StoredBalance last =
            entry == null ? null : balances(counter, List.of(entry.subject())).get(entry.subject());
        outcomes.add(
            entry == null || last == null
                ? outcome
                : new LedgerOutcome(
                    outcome.kind(),
                    changed(entry, entry.at(), last.balance()),
                    outcome.counterpart(),
                    null,
                    null));
      }
      return outcomes;
    }
  }

  private static final class DatesAtTheEpoch extends Broken {
    DatesAtTheEpoch(ModelLedger memory) {
      super(memory);
    }

    @Override
    protected LedgerOutcome answer(LedgerOperation operation, LedgerOutcome outcome) {
      Entry entry = outcome.entry();
      return entry == null
          ? outcome
          : new LedgerOutcome(
              outcome.kind(),
              changed(entry, Instant.EPOCH, entry.after()),
              outcome.counterpart(),
              null,
              null);
    }
  }

  private static final class TellsLostRejected extends Broken implements LedgerUnderTest.Losing {
    TellsLostRejected(ModelLedger memory) {
      super(memory);
    }

    @Override
    public UnaryOperator<List<LedgerOutcome>> madeUp() {
      return outcomes ->
          outcomes.stream()
              .map(one -> LedgerOutcome.rejected(Rejection.FLOOR, "The connection broke."))
              .toList();
    }
  }

  private static final class TellsLostApplied extends Broken implements LedgerUnderTest.Losing {
    TellsLostApplied(ModelLedger memory) {
      super(memory);
    }

    @Override
    public UnaryOperator<List<LedgerOutcome>> madeUp() {
      return outcomes -> outcomes;
    }
  }

  private static Entry changed(Entry entry, Instant at, Balance after) {
    return new Entry(
        entry.subject(),
        entry.sequence(),
        entry.kind(),
        entry.id(),
        entry.amount(),
        entry.held(),
        entry.reference(),
        entry.expiresAt(),
        at,
        after);
  }
}
