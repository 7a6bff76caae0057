package dev.trueup.demo;

import java.util.EnumMap;
import java.util.Map;

/** What the rows say and what each recipe shows, between two events. Posts count from 1. */
final class Sample {
  private final long[] truth;
  private final Map<Way, long[]> shown;
  private final boolean managedHasBases;

  /**
   * @param truth per post, counted from the rows; place 0 is not used
   * @param shown per recipe and post, likewise
   * @param managedHasBases whether the managed counter showed bases, and not a count of the rows
   */
  Sample(long[] truth, Map<Way, long[]> shown, boolean managedHasBases) {
    this.truth = truth;
    this.shown = new EnumMap<>(shown);
    this.managedHasBases = managedHasBases;
  }

  /**
   * How far one recipe is off.
   *
   * @param truth of all posts together
   * @param shown of all posts together
   * @param wrong posts whose number is not the truth
   * @param absolute the drifts of all posts added up without their signs
   */
  record Deviation(long truth, long shown, int wrong, long absolute) {
    long net() {
      return shown - truth;
    }
  }

  boolean managedHasBases() {
    return managedHasBases;
  }

  long truth(int post) {
    return truth[post];
  }

  int posts() {
    return truth.length - 1;
  }

  long shown(Way way, int post) {
    long[] numbers = shown.get(way);
    if (numbers == null) {
      throw new IllegalArgumentException("no numbers of " + way);
    }
    return numbers[post];
  }

  long drift(Way way, int post) {
    return shown(way, post) - truth[post];
  }

  Deviation of(Way way) {
    long trueSum = 0;
    long shownSum = 0;
    int wrong = 0;
    long absolute = 0;
    for (int post = 1; post <= posts(); post++) {
      long drift = drift(way, post);
      trueSum += truth[post];
      shownSum += shown(way, post);
      wrong += drift == 0 ? 0 : 1;
      absolute += Math.abs(drift);
    }
    return new Deviation(trueSum, shownSum, wrong, absolute);
  }

  Map<Way, Deviation> deviations() {
    Map<Way, Deviation> all = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      all.put(way, of(way));
    }
    return all;
  }
}
