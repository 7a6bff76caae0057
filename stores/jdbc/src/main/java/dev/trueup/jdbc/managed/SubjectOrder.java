package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The order that the databases keep keys in: by the bytes of UTF-8. Java's own order of strings is
 * another one where surrogates are involved. Locks are taken in this order, everywhere.
 */
public final class SubjectOrder {
  private SubjectOrder() {}

  /** The distinct subjects, in order. */
  public static List<Subject> sorted(Collection<Subject> subjects) {
    return subjects.stream()
        .distinct()
        .map(subject -> Map.entry(subject, subject.key().getBytes(StandardCharsets.UTF_8)))
        .sorted((one, other) -> Arrays.compareUnsigned(one.getValue(), other.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Consecutive parts of at most so many. */
  public static <T> List<List<T>> parts(List<T> all, int size) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      parts.add(all.subList(from, Math.min(all.size(), from + size)));
    }
    return parts;
  }
}
