package dev.trueup;

import dev.trueup.adopted.Watch;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.StoppedException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.ledger.JdbcLedgerStore;
import dev.trueup.ledger.BatchLimits;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Ledger;
import dev.trueup.ledger.LedgerAudit;
import dev.trueup.ledger.LedgerAudit.Broken;
import dev.trueup.ledger.LedgerBatcher;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerFault;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Ledgers;
import dev.trueup.ledger.StoredBalance;
import dev.trueup.time.Waiter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ledgers of a configuration. Thread-safe. */
final class LedgerKind implements ExactKind {
  private final TrueupConfig config;
  private final Databases databases;
  private final Waiter waiter;

  LedgerKind(TrueupConfig config, Databases databases, Waiter waiter) {
    this.config = config;
    this.databases = databases;
    this.waiter = waiter;
  }

  /** Every ledger, enabled in its store with the bounds of the configuration. */
  Ledgers ledgers() {
    List<Ledger> ledgers = new ArrayList<>();
    List<String> others = new ArrayList<>();
    Map<Database, LedgerStore> stores = new HashMap<>();
    for (CounterConfig counter : config.counters().values()) {
      if (counter instanceof CounterConfig.Ledger ledger) {
        LedgerStore store =
            stores.computeIfAbsent(databases.store(ledger.store()), JdbcLedgerStore::new);
        LedgerCounter one = counter(ledger);
        store.enable(one);
        ledgers.add(
            new Ledger(one, store, new LedgerBatcher(one, store, BatchLimits.DEFAULT, waiter)));
      } else {
        others.add(counter.name());
      }
    }
    return new Ledgers(ledgers, others);
  }

  private static LedgerCounter counter(CounterConfig.Ledger ledger) {
    Long floor = ledger.floor();
    Long ceiling = ledger.ceiling();
    return new LedgerCounter(
        ledger.name(),
        new Bounds(
            floor == null ? Bounds.NONE.floor() : floor,
            ceiling == null ? Bounds.NONE.ceiling() : ceiling));
  }

  /**
   * Ends reservations whose time is over. An end is one entry, whoever writes it. A subject that is
   * written to ends its own first, so this is for those that nobody asks for.
   */
  List<Chores.Chore> chores(Ledgers ledgers) {
    List<Chores.Chore> chores = new ArrayList<>();
    for (CounterConfig counter : config.counters().values()) {
      if (counter instanceof CounterConfig.Ledger ledger) {
        chores.add(
            new Chores.Chore(
                "Ending reservations of " + ledger.name(),
                ledger.expireEvery(),
                ledger.expireEvery(),
                () ->
                    ledgers.expire(ledger.name(), LedgerStore.BATCH_MAX) == LedgerStore.BATCH_MAX));
      }
    }
    return chores;
  }

  @Override
  public @Nullable String absence(CounterConfig counter) {
    CounterConfig.Ledger ledger = checked(counter);
    boolean known =
        databases.hasStore(ledger.store())
            && new JdbcLedgerStore(databases.existingStore(ledger.store()))
                .isEnabled(ledger.name());
    return known
        ? null
        : "Counter "
            + counter.name()
            + " is of kind ledger and has no entries yet: no application has used it with this"
            + " store. Use it first, or check `store` in "
            + config.place()
            + ".";
  }

  @Override
  public CounterReport audit(CounterConfig counter, RunOptions run) {
    CounterConfig.Ledger ledger = checked(counter);
    LedgerStore store = new JdbcLedgerStore(databases.existingStore(ledger.store()));
    LedgerCounter one = counter(ledger);
    ExactFindings found = new ExactFindings(run.listedMax());
    long examined = 0;
    Subject after = null;
    do {
      LedgerAudit.Page page = LedgerAudit.page(one, store, after, LedgerStore.BATCH_MAX);
      examined += page.subjects();
      for (Broken broken : page.broken()) {
        StoredBalance stored = broken.audited().stored();
        found.add(
            broken.audited().subject(),
            null,
            stored == null ? null : stored.balance().amount(),
            broken.audited().amount(),
            broken.faults().stream().map(LedgerFault::message).toList());
      }
      after = page.next();
      run.watch().progress(counter.name(), Watch.Phase.COUNTING, examined, 0);
      if (after != null && run.watch().isStopped()) {
        throw new StoppedException("The audit of " + counter.name() + " was stopped.");
      }
    } while (after != null);
    return found.report(
        counter,
        examined,
        "A balance that is not what its entries say was written by somebody else: entry and balance"
            + " change together. It is not repaired here; find out from the entries what is true.");
  }

  private static CounterConfig.Ledger checked(CounterConfig counter) {
    if (counter instanceof CounterConfig.Ledger ledger) {
      return ledger;
    }
    throw new BrokenInvariantException("Counter " + counter.name() + " is not of kind ledger.");
  }
}
