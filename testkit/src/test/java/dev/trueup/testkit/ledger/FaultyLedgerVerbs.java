package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.ledger.AuditedBalance;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.StoredBalance;
import dev.trueup.testkit.ledger.FaultyLedgers.Broken;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Ledgers with a whole verb broken, by what is wrong with them. */
final class FaultyLedgerVerbs {
  private FaultyLedgerVerbs() {}

  static Map<String, ModelLedger.Backend> all() {
    Map<String, ModelLedger.Backend> faults = new LinkedHashMap<>();
    faults.put("looks at the balance, then writes", LooksThenWrites::new);
    faults.put("knows only the ids that came through itself", KnowsItsOwnIds::new);
    faults.put("ids are the whole counter's", IdsOfTheCounter::new);
    faults.put("remembers refusals", RemembersRefusals::new);
    faults.put("writes down who was refused", WritesDownTheRefused::new);
    faults.put("gives up a batch after the first refusal", GivesUpABatch::new);
    faults.put("takes any number of operations", TakesAnyNumber::new);
    faults.put("reads balances from a cache", ReadsFromACache::new);
    faults.put("keeps the first bounds", KeepsFirstBounds::new);
    faults.put("takes new bounds without looking", TakesBounds::new);
    faults.put("an audit believes the balances", AuditBelieves::new);
    faults.put("an audit ignores the limit of a page", AuditIgnoresLimit::new);
    faults.put("entries ignore the limit of a page", EntriesIgnoreLimit::new);
    return faults;
  }

  private static final class LooksThenWrites extends Broken {
    private static final Exchanger<String> MEETING = new Exchanger<>();
    private static final ThreadLocal<Map<Subject, StoredBalance>> SEEN =
        ThreadLocal.withInitial(HashMap::new);
    private static final ThreadLocal<List<Subject>> ASKED = ThreadLocal.withInitial(ArrayList::new);

    LooksThenWrites(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<Subject> subjects = new ArrayList<>();
      operations.forEach(operation -> subjects.addAll(operation.subjects()));
      SEEN.get().clear();
      SEEN.get().putAll(balances(counter, subjects));
      ASKED.set(subjects);
      try {
        MEETING.exchange("looked", 3, TimeUnit.MILLISECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      } catch (TimeoutException alone) {
        // Nobody races this call; the fault shows in another one.
      }
      return super.apply(counter, operations);
    }

    @Override
    protected StoredBalance loaded(StoredBalance stored) {
      StoredBalance old = SEEN.get().get(ASKED.get().remove(0));
      return old == null ? stored : old;
    }
  }

  private static final class KnowsItsOwnIds extends Broken {
    private final Set<String> own = new HashSet<>();

    KnowsItsOwnIds(ModelLedger memory) {
      super(memory);
    }

    @Override
    protected @Nullable Entry remembered(Entry entry) {
      return own.contains(entry.id()) ? entry : null;
    }

    @Override
    protected boolean keeps(Entry entry) {
      own.add(entry.id());
      return true;
    }
  }

  private static final class IdsOfTheCounter extends Broken {
    private final Map<String, LedgerOutcome> first = new HashMap<>();

    IdsOfTheCounter(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<LedgerOutcome> outcomes = new ArrayList<>();
      for (LedgerOperation operation : operations) {
        String key = counter.name() + operation.idSpace() + operation.id();
        LedgerOutcome known = first.get(key);
        Entry entry = known == null ? null : known.entry();
        LedgerOutcome outcome =
            entry != null
                ? LedgerOutcome.duplicate(entry, null)
                : super.apply(counter, List.of(operation)).get(0);
        first.put(key, outcome);
        outcomes.add(outcome);
      }
      return outcomes;
    }
  }

  private static final class RemembersRefusals extends Broken {
    private final Map<LedgerOperation, LedgerOutcome> refused = new HashMap<>();

    RemembersRefusals(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<LedgerOutcome> outcomes = new ArrayList<>();
      for (LedgerOperation operation : operations) {
        LedgerOutcome known = refused.get(operation);
        LedgerOutcome outcome =
            known != null ? known : super.apply(counter, List.of(operation)).get(0);
        if (outcome.kind() == Kind.REJECTED) {
          refused.put(operation, outcome);
        }
        outcomes.add(outcome);
      }
      return outcomes;
    }
  }

  private static final class WritesDownTheRefused extends Broken {
    private final ModelLedgerState state;

    WritesDownTheRefused(ModelLedger memory) {
      super(memory);
      this.state = memory.state();
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<LedgerOutcome> outcomes = super.apply(counter, operations);
      synchronized (state) {
        for (LedgerOperation operation : operations) {
          Objects.requireNonNull(state.counters.get(counter.name()))
              .subjects
              .computeIfAbsent(operation.subject(), subject -> new ModelLedgerState.SubjectState());
        }
      }
      return outcomes;
    }
  }

  private static final class GivesUpABatch extends Broken {
    GivesUpABatch(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<LedgerOutcome> outcomes = new ArrayList<>();
      LedgerOutcome refusal = null;
      for (LedgerOperation operation : operations) {
        LedgerOutcome outcome =
            refusal != null ? refusal : super.apply(counter, List.of(operation)).get(0);
        refusal = outcome.kind() == Kind.REJECTED ? outcome : null;
        outcomes.add(outcome);
      }
      return outcomes;
    }
  }

  private static final class TakesAnyNumber extends Broken {
    TakesAnyNumber(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      List<LedgerOutcome> outcomes = new ArrayList<>();
      operations.forEach(one -> outcomes.addAll(super.apply(counter, List.of(one))));
      return outcomes;
    }
  }

  private static final class ReadsFromACache extends Broken {
    private final Map<String, StoredBalance> cache = new HashMap<>();

    ReadsFromACache(ModelLedger memory) {
      super(memory);
    }

    @Override
    public Map<Subject, StoredBalance> balances(
        LedgerCounter counter, Collection<Subject> subjects) {
      Map<Subject, StoredBalance> read = new HashMap<>();
      super.balances(counter, subjects)
          .forEach(
              (subject, stored) ->
                  read.put(
                      subject,
                      cache.computeIfAbsent(counter.name() + "\n" + subject, key -> stored)));
      return read;
    }
  }

  private static final class KeepsFirstBounds extends Broken {
    private final ModelLedgerState state;

    KeepsFirstBounds(ModelLedger memory) {
      super(memory);
      this.state = memory.state();
    }

    @Override
    public void enable(LedgerCounter counter) {
      synchronized (state) {
        if (!state.counters.containsKey(counter.name())) {
          super.enable(counter);
        }
      }
    }
  }

  private static final class TakesBounds extends Broken {
    private final ModelLedgerState state;

    TakesBounds(ModelLedger memory) {
      super(memory);
      this.state = memory.state();
    }

    @Override
    public void enable(LedgerCounter counter) {
      try {
        super.enable(counter);
      } catch (BadRequestException past) {
        synchronized (state) {
          Objects.requireNonNull(state.counters.get(counter.name())).bounds = counter.bounds();
        }
        throw past;
      }
    }
  }

  private static final class AuditBelieves extends Broken {
    AuditBelieves(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<AuditedBalance> examine(LedgerCounter counter, @Nullable Subject after, int limit) {
      return super.examine(counter, after, limit).stream()
          .map(FaultyLedgerVerbs::asStored)
          .toList();
    }
  }

  private static AuditedBalance asStored(AuditedBalance audited) {
    StoredBalance stored = audited.stored();
    Balance balance = stored == null ? Balance.ZERO : stored.balance();
    BigInteger reserved = BigInteger.valueOf(balance.reserved());
    return new AuditedBalance(
        audited.subject(),
        stored,
        balance.entries(),
        balance.entries(),
        BigInteger.valueOf(balance.amount()),
        reserved,
        0,
        reserved,
        0);
  }

  private static final class AuditIgnoresLimit extends Broken {
    AuditIgnoresLimit(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<AuditedBalance> examine(LedgerCounter counter, @Nullable Subject after, int limit) {
      return super.examine(counter, after, limit + 2);
    }
  }

  private static final class EntriesIgnoreLimit extends Broken {
    EntriesIgnoreLimit(ModelLedger memory) {
      super(memory);
    }

    @Override
    public List<Entry> entries(
        LedgerCounter counter, Subject subject, long afterSequence, int limit) {
      return super.entries(counter, subject, afterSequence, limit + 1);
    }
  }
}
