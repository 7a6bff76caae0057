package dev.trueup.config;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A recent-N context over a log of activities.
 *
 * @param items how many items the list shows
 * @param spanDays how many whole local days it looks back
 * @param zone the zone of those days
 * @param store the datasource of the context; null for the store of the whole configuration
 * @param log the log; null where there is none
 */
public record ContextConfig(
    String name, int items, int spanDays, ZoneId zone, @Nullable String store, @Nullable Log log) {
  /** The table of activities and its columns. */
  public record Log(
      String datasource,
      String table,
      String user,
      String origin,
      String seq,
      String type,
      String item,
      String at) {}
}
