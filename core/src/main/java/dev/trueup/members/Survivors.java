package dev.trueup.members;

import dev.trueup.error.BrokenInvariantException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where keys lead that were merged, and up to when operations on them are void. */
final class Survivors {
  private final Map<Ending.Key, Ending> endings;

  Survivors(Map<Ending.Key, Ending> endings) {
    this.endings = endings;
  }

  /** A key's survivor; the key itself where it was not merged. */
  String of(Side side, String key) {
    return walk(side, key).key();
  }

  /** Up to when operations are void that were sent to a key: it, or one on its way, was removed. */
  @Nullable Instant removedAt(Side side, String key) {
    return walk(side, key).removedAt();
  }

  private record Walk(String key, @Nullable Instant removedAt) {}

  private Walk walk(Side side, String key) {
    String at = key;
    Instant removedAt = null;
    for (int links = 0; links <= endings.size(); links++) {
      Ending ending = endings.get(new Ending.Key(side, at));
      if (ending == null) {
        return new Walk(at, removedAt);
      }
      removedAt = Ending.later(removedAt, ending.removedAt());
      String into = ending.mergedInto();
      if (into == null) {
        return new Walk(at, removedAt);
      }
      at = into;
    }
    throw new BrokenInvariantException("Merges of " + key + " lead in a circle.");
  }
}
