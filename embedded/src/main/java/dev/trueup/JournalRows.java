package dev.trueup;

import dev.trueup.config.AlertsConfig;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.Datasource;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.SourceDefinition;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters that are recounted on a schedule, whatever their kind: managed ones over rows, and those
 * of events whose store has no transactions, which are managed counters over Trueup's own journal.
 */
final class JournalRows {
  private JournalRows() {}

  /** A counter as the managed one that serves it; null where none does. */
  static CounterConfig.@Nullable Rows of(TrueupConfig config, @Nullable CounterConfig counter) {
    if (counter instanceof CounterConfig.Rows rows) {
      return rows.layout() == CounterConfig.Layout.MANAGED ? rows : null;
    }
    return counter instanceof CounterConfig.Events events && isInDocuments(config, events)
        ? rows(events, store(config, events))
        : null;
  }

  /** Whether a counter of events is kept where there are no transactions. */
  static boolean isInDocuments(TrueupConfig config, CounterConfig.Events events) {
    String store = storeOrNull(config, events);
    return store != null && config.datasource(store).kind() == Datasource.Kind.MONGODB;
  }

  /** The name of the datasource that a counter of {@link #isInDocuments} is kept in. */
  static String store(TrueupConfig config, CounterConfig.Events events) {
    return String.valueOf(storeOrNull(config, events));
  }

  private static @Nullable String storeOrNull(TrueupConfig config, CounterConfig.Events events) {
    return events.store() == null ? config.store().datasource() : events.store();
  }

  private static CounterConfig.Rows rows(CounterConfig.Events events, String store) {
    return new CounterConfig.Rows(
        events.name(),
        CounterConfig.Layout.MANAGED,
        new SourceDefinition(
            store,
            null,
            null,
            "the journal",
            List.of("subject"),
            null,
            "amount",
            null,
            RoundingMode.UNNECESSARY,
            null,
            "id",
            "arrived",
            null,
            null,
            true),
        null,
        events.recounting().window(),
        events.recounting().settle(),
        events.recounting().reconcile(),
        AlertsConfig.NONE,
        events.recounting().shards(),
        events.store());
  }
}
