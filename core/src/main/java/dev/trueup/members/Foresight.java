package dev.trueup.members;

import dev.trueup.error.UnavailableException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a step has to know before it takes its first lock, because locks are taken in order: which
 * keys its keys were merged into, and whether counts are missing. A step that finds out on the way
 * gives its locks back and is run again, knowing more.
 */
final class Foresight {
  /** Chains of merges are followed one link a try; more tries than links that anybody makes. */
  private static final int TRIES_MAX = 40;

  private final Set<Ending.Key> keys = new HashSet<>();
  private boolean creates;
  private boolean knowsMore;

  /** One try: the result, or null when there is more to know first. */
  interface Step<T> {
    @Nullable T run(MemberRows rows);
  }

  /** Runs a step until it knew enough. */
  static <T> T run(
      MemberStore store, Relation relation, String doing, Function<Foresight, Step<T>> step) {
    Foresight foresight = new Foresight();
    Step<T> tried = step.apply(foresight);
    for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
      foresight.knowsMore = false;
      List<T> results =
          store.write(
              relation,
              doing,
              rows -> {
                T result = tried.run(rows);
                return result == null ? List.<T>of() : List.of(result);
              });
      if (!results.isEmpty()) {
        return results.get(0);
      }
      if (!foresight.knowsMore) {
        throw new IllegalStateException("A step gave up without having learned anything.");
      }
    }
    throw new UnavailableException(
        "Could not "
            + doing
            + ": its keys were merged again and again meanwhile. Nothing was changed. Run again.");
  }

  /** Whether missing counts are to be made. */
  boolean creates() {
    return creates;
  }

  void createNextTime() {
    creates = true;
    knowsMore = true;
  }

  void followNextTime(Set<Ending.Key> more) {
    knowsMore |= keys.addAll(more);
  }

  /** The keys and all that they were merged into, as far as it is known. */
  Set<Ending.Key> withSurvivors(Set<Ending.Key> named) {
    Set<Ending.Key> all = new HashSet<>(named);
    all.addAll(keys);
    return all;
  }

  static SortedSet<Integer> gates(Set<Ending.Key> keys) {
    SortedSet<Integer> gates = new TreeSet<>();
    keys.forEach(key -> gates.add(MemberRows.gateOf(key.key())));
    return gates;
  }

  /**
   * Shares the gates of the keys and tells where each one leads; null when a survivor turned up
   * whose gate is not shared yet.
   */
  @Nullable Survivors follow(MemberRows rows, Set<Ending.Key> named) {
    Set<Ending.Key> all = withSurvivors(named);
    rows.shareGates(gates(all));
    return survivors(rows.endings(all), all);
  }

  /** The same for keys whose gates are held already. */
  @Nullable Survivors survivors(Map<Ending.Key, Ending> endings, Set<Ending.Key> guarded) {
    Set<Ending.Key> unknown = new HashSet<>();
    for (Ending ending : endings.values()) {
      String into = ending.mergedInto();
      if (into != null) {
        Ending.Key survivor = new Ending.Key(ending.of().side(), into);
        if (!guarded.contains(survivor)) {
          unknown.add(survivor);
        }
      }
    }
    if (!unknown.isEmpty()) {
      followNextTime(unknown);
      return null;
    }
    return new Survivors(new HashMap<>(endings));
  }
}
