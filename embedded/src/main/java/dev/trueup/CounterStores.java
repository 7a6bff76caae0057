package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.Datasource;
import dev.trueup.counter.Counter;
import dev.trueup.store.CounterStore;
import java.util.Optional;

/**
 * One family of databases as the store of managed counters. Stores are the caller's; the
 * connections that they use stay with {@link Databases}.
 */
interface CounterStores {
  /** The family. */
  Datasource.Kind kind();

  /** A store that is ready for a counter; what it needs is made. */
  CounterStore open(CounterConfig.Rows rows);

  /** A store as it is, if it has state of this counter. Asking makes none. */
  Optional<CounterStore> existing(CounterConfig.Rows rows, Counter counter);
}
