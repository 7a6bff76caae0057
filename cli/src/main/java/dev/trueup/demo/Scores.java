package dev.trueup.demo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The mean error of each recipe while the forum is written to: |shown - true|, averaged over posts
 * and samples. It begins once the managed counter has its bases; before that it shows a count of
 * the rows, and being right then would prove nothing. Used by one thread.
 */
final class Scores {
  private static final int HISTORY_MAX = 400;

  private final Map<Way, Long> absolute = new EnumMap<>(Way.class);
  private final Map<Way, List<Long>> history = new EnumMap<>(Way.class);
  private long samples;
  private int posts;

  Scores() {
    for (Way way : Way.values()) {
      absolute.put(way, 0L);
      history.put(way, new ArrayList<>());
    }
  }

  void add(Sample sample) {
    for (Way way : Way.values()) {
      List<Long> seen = history.getOrDefault(way, new ArrayList<>());
      if (seen.size() == HISTORY_MAX) {
        seen.remove(0);
      }
      seen.add(sample.of(way).absolute());
    }
    if (!sample.managedHasBases()) {
      return;
    }
    samples++;
    posts = sample.posts();
    for (Way way : Way.values()) {
      absolute.merge(way, sample.of(way).absolute(), Math::addExact);
    }
  }

  long samples() {
    return samples;
  }

  /** Comments per post and sample, to three digits. */
  BigDecimal meanError(Way way) {
    return Numbers.ratio(absolute.getOrDefault(way, 0L), samples * posts, 3);
  }

  /** The absolute drift of every sample so far, oldest first; the newest 400. */
  List<Long> history(Way way) {
    return List.copyOf(history.getOrDefault(way, List.of()));
  }
}
