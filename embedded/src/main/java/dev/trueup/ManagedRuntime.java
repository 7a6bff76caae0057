package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.Datasource;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Counter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Windows;
import dev.trueup.drift.Coverage;
import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.JdbcDriftHistory;
import dev.trueup.jdbc.managed.JdbcFactSource;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.mongodb.events.JournalSource;
import dev.trueup.mongodb.source.MongoFactSource;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.CounterStore;
import dev.trueup.store.DriftHistory;
import dev.trueup.store.FactSource;
import dev.trueup.store.RepairLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The managed counters of a configuration, with their stores and sources. Thread-safe. */
final class ManagedRuntime {
  private final TrueupConfig config;
  private final TrueupOptions options;
  private final Databases databases;
  private final List<CounterStores> families;
  // Guarded by this.
  private final Map<String, ManagedCounter> known = new HashMap<>();

  ManagedRuntime(TrueupConfig config, TrueupOptions options, Databases databases) {
    this.config = config;
    this.options = options;
    this.databases = databases;
    this.families =
        List.of(
            new SqlCounterStores(databases, options.random()),
            new MongoCounterStores(databases),
            new RedisCounterStores(databases, options.random()));
  }

  /** A counter, enabled in its store. */
  synchronized ManagedCounter of(CounterConfig.Rows rows) {
    ManagedCounter one = known.get(rows.name());
    if (one == null) {
      // Opened first: a store without its record of repairs would be no store.
      databases.log();
      one = made(rows, family(rows).open(rows));
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
    Optional<CounterStore> store =
        databases.hasStore(null) ? family(rows).existing(rows, counter(rows)) : Optional.empty();
    if (store.isEmpty()) {
      throw new BadRequestException(
          "Counter "
              + rows.name()
              + " is managed and has no state yet: no application has used it with this store."
              + " Nothing was changed. Use it first, or check `store` in "
              + config.place()
              + ".");
    }
    return made(rows, store.get());
  }

  /** The word for the kind of truth of a counter in trueup.yaml. */
  String kindOf(CounterConfig.Rows rows) {
    return config.counter(rows.name()).kind();
  }

  private CounterStores family(CounterConfig.Rows rows) {
    Datasource.Kind kind = databases.kindOfStore(rows.store());
    return families.stream()
        .filter(family -> family.kind() == kind)
        .findFirst()
        .orElseThrow(
            () ->
                new BadRequestException(
                    "Counter "
                        + rows.name()
                        + " is to be kept in "
                        + kind.words()
                        + ", which this version cannot do. Name another `store` in "
                        + config.place()
                        + "."));
  }

  private static Counter counter(CounterConfig.Rows rows) {
    return new Counter(
        rows.name(), new Windows(rows.window()), rows.settle(), rows.source().immutable());
  }

  private ManagedCounter made(CounterConfig.Rows rows, CounterStore store) {
    return new ManagedCounter(counter(rows), store, source(rows));
  }

  private FactSource source(CounterConfig.Rows rows) {
    SourceDefinition source = rows.source();
    if (config.counters().get(rows.name()) instanceof CounterConfig.Events) {
      return new JournalSource(databases.documents(source.datasource()), rows.name());
    }
    String name = source.datasource();
    return databases.kindOf(name) == Datasource.Kind.MONGODB
        ? new MongoFactSource(databases.documents(name), source)
        : new JdbcFactSource(databases.user(name), source, JdbcFactSource.STATEMENT_DEFAULT);
  }

  /** Where the history of drift of a counter is: in its store, or with the record of repairs. */
  DriftHistory history(CounterConfig.Rows rows) {
    return isInSql(rows) ? inSql(rows) : databases.history();
  }

  private JdbcDriftHistory inSql(CounterConfig.Rows rows) {
    return new JdbcDriftHistory(databases.store(rows.store()));
  }

  Coverage coverage(CounterConfig.Rows rows, Instant since) {
    ManagedCounter one = of(rows);
    return isInSql(rows)
        ? inSql(rows).coverage(rows.name(), since)
        : StoreCoverage.of(one.store(), one.counter(), since);
  }

  private boolean isInSql(CounterConfig.Rows rows) {
    return databases.kindOfStore(rows.store()) == Datasource.Kind.JDBC;
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
    return reconciler(one, pace, databases.existingLog());
  }

  private Reconciler reconciler(ManagedCounter one, Pace pace, RepairLog log) {
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
