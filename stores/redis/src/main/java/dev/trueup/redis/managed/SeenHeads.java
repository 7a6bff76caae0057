package dev.trueup.redis.managed;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Heads as they were seen last, so that most changes take one trip. What is remembered may be out
 * of date: a script that finds another version does nothing and answers with what it found.
 * Bounded; thread-safe.
 */
final class SeenHeads {
  private static final int KEPT_MAX = 10_000;

  // Guarded by itself.
  private final Map<String, StoredHead> seen =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, StoredHead> eldest) {
          return size() > KEPT_MAX;
        }
      };

  @Nullable StoredHead of(String key) {
    synchronized (seen) {
      return seen.get(key);
    }
  }

  /** Keeps the head alone: cells change with every change. */
  void put(String key, StoredHead head) {
    StoredHead kept = new StoredHead(head.head(), Map.of(), Map.of(), head.sequence(), head.wide());
    synchronized (seen) {
      seen.put(key, kept);
    }
  }
}
