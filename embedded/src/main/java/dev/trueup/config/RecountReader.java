package dev.trueup.config;

import dev.trueup.config.CounterConfig.Recounting;
import dev.trueup.counter.Counter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads how a counter is recounted. */
final class RecountReader {
  static final List<String> KEYS = List.of("window", "settle", "reconcile", "shards");

  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration DAY = Duration.ofDays(1);

  private RecountReader() {}

  /** Of a counter over a journal in MongoDB. */
  static Recounting read(Section section) {
    Duration window = window(section);
    refusePause(section, "a query in SQL, and the journal is in MongoDB");
    return new Recounting(
        window, settle(section, window), ScheduleReader.reconcile(section), shards(section));
  }

  /** What is recounted from MongoDB has no query to ask before. */
  static void refusePause(Section section, String why) {
    if (section.isMapping("reconcile")) {
      section
          .section("reconcile")
          .refuse(List.of("pause-while"), why, "every, sweep, rows-per-second, duty");
    }
  }

  /** Of a counter that is never recounted. */
  static Recounting refuse(Section section) {
    section.refuse(
        KEYS,
        "a journal in a SQL database changes together with its value and is never recounted",
        String.join(", ", KEYS) + " for counters of events whose store is MongoDB");
    return Recounting.DEFAULT;
  }

  static Duration window(Section section) {
    return CounterReader.duration(section, "window", Counter.WINDOW_DEFAULT, MILLISECOND, DAY);
  }

  /**
   * @param window what it has to be as long as, at least; null: nothing
   */
  static Duration settle(Section section, @Nullable Duration window) {
    Duration settle =
        CounterReader.duration(section, "settle", Counter.SETTLE_DEFAULT, MILLISECOND, DAY);
    if (window != null && settle.compareTo(window) < 0) {
      section.fault(
          "settle",
          DurationText.of(settle) + ", shorter than the window of " + DurationText.of(window),
          "at least one window");
    }
    return settle;
  }

  static int shards(Section section) {
    Value value = section.value("shards");
    Long shards = value == null ? null : value.whole(1, CounterConfig.Rows.SHARDS_MAX);
    return shards == null ? CounterConfig.Rows.SHARDS_DEFAULT : Math.toIntExact(shards);
  }
}
