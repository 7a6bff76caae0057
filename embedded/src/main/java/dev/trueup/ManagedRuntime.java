package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Windows;
import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.jdbc.managed.JdbcFactSource;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.Reconciler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The managed counters of a configuration, with their stores and sources. Thread-safe. */
final class ManagedRuntime {
  private final TrueupConfig config;
  private final TrueupOptions options;
  private final Databases databases;
  // Guarded by this.
  private final Map<String, ManagedCounter> known = new HashMap<>();

  ManagedRuntime(TrueupConfig config, TrueupOptions options, Databases databases) {
    this.config = config;
    this.options = options;
    this.databases = databases;
  }

  /** A counter, enabled in its store. */
  synchronized ManagedCounter of(CounterConfig.Rows rows) {
    ManagedCounter one = known.get(rows.name());
    if (one == null) {
      one = made(rows, databases.store(rows.store()), databases.log());
      one.store().enable(one.counter());
      known.put(rows.name(), one);
    }
    return one;
  }

  /**
   * A counter for an audit, which makes no state.
   *
   * @throws BadRequestException if there is no state to audit
   */
  synchronized ManagedCounter forAudit(CounterConfig.Rows rows) {
    ManagedCounter one = known.get(rows.name());
    if (one != null) {
      return one;
    }
    if (!databases.hasStore(rows.store()) || !databases.hasStore(null)) {
      throw new BadRequestException(
          "Counter "
              + rows.name()
              + " is managed and has no state yet: no application has used it with this store."
              + " Nothing was changed. Use it first, or check `store` in "
              + config.place()
              + ".");
    }
    JdbcRepairLog log = new JdbcRepairLog(databases.existingStore(null));
    return made(rows, databases.existingStore(rows.store()), log);
  }

  private ManagedCounter made(CounterConfig.Rows rows, Database store, JdbcRepairLog log) {
    Counter counter =
        new Counter(
            rows.name(), new Windows(rows.window()), rows.settle(), rows.source().immutable());
    Database source = databases.user(rows.source().datasource());
    return new ManagedCounter(
        counter,
        new JdbcCounterStore(store, log, options.random()),
        new JdbcFactSource(source, rows.source(), JdbcFactSource.STATEMENT_DEFAULT));
  }

  /** The hot path over every managed counter of the configuration. */
  Counters counters() {
    List<ManagedCounter> managed = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (CounterConfig counter : config.counters().values()) {
      if (counter instanceof CounterConfig.Rows rows && rows.layout() == Layout.MANAGED) {
        managed.add(of(rows));
      } else {
        others.add(counter.name());
      }
    }
    return new Counters(managed, others);
  }

  /** For runs that settle. */
  Reconciler reconciler(ManagedCounter one, Pace pace) {
    return reconciler(one, pace, databases.log());
  }

  /** For an audit, which puts nothing on record. */
  Reconciler auditor(ManagedCounter one, Pace pace) {
    return reconciler(one, pace, new JdbcRepairLog(databases.existingStore(null)));
  }

  private Reconciler reconciler(ManagedCounter one, Pace pace, JdbcRepairLog log) {
    return new Reconciler(
        one.counter(),
        one.store(),
        one.source(),
        log,
        options.clock(),
        options.waiter(),
        pace,
        Reconciler.Limits.DEFAULT);
  }
}
