package dev.trueup.config;

import dev.trueup.counter.Counter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.events.Cap;
import dev.trueup.events.EventCounter;
import dev.trueup.events.Exclusion;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One counter of the configuration; one record per kind of truth. */
public sealed interface CounterConfig {
  /** What a counter may be called. */
  Pattern NAME = Counter.NAME;

  String NAME_ALLOWED = "1 to 100 of a-z, 0-9, dot, _ and -, the first a letter or digit";

  String name();

  /** The word for its kind in trueup.yaml. */
  String kind();

  /** The datasource that holds its state; null for the store of the whole configuration. */
  @Nullable String store();

  /** Whose number a counter over rows is. */
  enum Layout {
    /** A column, field or key of the application. */
    ADOPTED,
    /** Base and delta cells of Trueup. */
    MANAGED
  }

  /**
   * A counter over rows of the user's own database.
   *
   * @param target where the number is; null for a managed counter, and only there
   * @param window the size of a window, whole milliseconds, 1 ms to 24 h
   * @param settle longer than write visibility lag, skew and the oldest transaction together
   * @param shards into how many documents MongoDB cuts each event window of a subject; 1 elsewhere
   */
  record Rows(
      String name,
      Layout layout,
      SourceDefinition source,
      @Nullable TargetDefinition target,
      Duration window,
      Duration settle,
      ReconcileConfig reconcile,
      AlertsConfig alerts,
      int shards,
      @Nullable String store)
      implements CounterConfig {
    /** What a counter has where nothing is said. */
    public static final int SHARDS_DEFAULT = 1;

    /** The most that a counter can have. */
    public static final int SHARDS_MAX = 1_000;

    @Override
    public String kind() {
      return "rows";
    }
  }

  /**
   * How a counter is recounted that Trueup keeps; see {@link Rows} for what each means.
   *
   * @param window the size of a window
   * @param settle at least one window
   */
  record Recounting(Duration window, Duration settle, ReconcileConfig reconcile, int shards) {
    /** What holds where nothing is said. */
    public static final Recounting DEFAULT =
        new Recounting(
            Counter.WINDOW_DEFAULT,
            Counter.SETTLE_DEFAULT,
            ReconcileConfig.DEFAULT,
            Rows.SHARDS_DEFAULT);
  }

  /**
   * A counter over Trueup's journal of changes.
   *
   * @param retention how long an id is known
   * @param counts what the same id means
   * @param leaveOut events that meet one of these do not count
   * @param cap how often an actor counts; null for no limit
   * @param sealEvery how often what is older than the retention is sealed
   * @param recounting how it is recounted where its store has no transactions; says nothing
   *     elsewhere
   */
  record Events(
      String name,
      Duration retention,
      EventCounter.Counts counts,
      List<Exclusion> leaveOut,
      @Nullable Cap cap,
      Duration sealEvery,
      Recounting recounting,
      @Nullable String store)
      implements CounterConfig {
    public Events {
      leaveOut = List.copyOf(leaveOut);
    }

    @Override
    public String kind() {
      return "events";
    }
  }

  /**
   * A counter over Trueup's own set of members.
   *
   * @param otherSide the counter of the same relation seen from the member
   * @param perDay whether a member counts once per local day
   * @param zone the zone of those days; null where days do not matter, and only there
   * @param retention how long a day stays open after it has ended; null: until it is sealed by a
   *     call
   * @param selfMembership whether a subject may be a member of itself; null where the file does not
   *     say, and the standard of {@link #allowsSelf} holds
   */
  record Members(
      String name,
      @Nullable String otherSide,
      boolean perDay,
      @Nullable ZoneId zone,
      @Nullable Duration retention,
      @Nullable Boolean selfMembership,
      @Nullable String store)
      implements CounterConfig {
    @Override
    public String kind() {
      return "members";
    }

    /**
     * Whether a subject may be a member of itself. What is viewed and who views are seldom of one
     * kind, so counters per day allow equal keys where nothing else is said.
     */
    public boolean allowsSelf() {
      return selfMembership == null ? perDay : selfMembership;
    }
  }

  /**
   * A balance with an optional floor and ceiling, both inclusive.
   *
   * @param expireEvery how often reservations whose time is over are looked for
   */
  record Ledger(
      String name,
      @Nullable Long floor,
      @Nullable Long ceiling,
      Duration expireEvery,
      @Nullable String store)
      implements CounterConfig {
    @Override
    public String kind() {
      return "ledger";
    }
  }
}
