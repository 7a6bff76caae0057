package dev.trueup.reconcile;

import dev.trueup.counter.Doubt;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Findings, with what settling them needs.
 *
 * @param doubt of the observation
 * @param subjects judged, one each
 */
public record Judgement(Doubt doubt, List<Judged> subjects) {
  public Judgement {
    subjects = List.copyOf(subjects);
  }

  /** The findings alone. */
  public List<Finding> findings() {
    return subjects.stream().map(Judged::finding).toList();
  }

  /**
   * One subject.
   *
   * @param finding what is said of it
   * @param observedVersion the version read before the source was; null where there was no head
   * @param observedMark the mark number read with it
   * @param judged ids of the changes outside the old base and inside the new
   * @param doubtSeen whether a change in doubt was read
   * @param held whether an undo holds it: nothing can be installed, so nothing goes on record
   */
  public record Judged(
      Finding finding,
      @Nullable Long observedVersion,
      long observedMark,
      Set<String> judged,
      boolean doubtSeen,
      boolean held) {}
}
