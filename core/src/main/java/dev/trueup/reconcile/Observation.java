package dev.trueup.reconcile;

import dev.trueup.counter.Doubt;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.store.Head;
import dev.trueup.store.SourceSnapshot.Truth;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of some subjects in one snapshot of the source.
 *
 * @param watermark of the snapshot, before it is raised to what single subjects have already
 * @param doubt what the snapshot may or may not have seen
 * @param judgeFrom the source's clock at which it may be judged: the last read plus a settle time
 * @param subjects what was seen of each
 */
public record Observation(
    Watermark watermark, Doubt doubt, Instant judgeFrom, Map<Subject, Observed> subjects) {
  public Observation {
    subjects = Map.copyOf(subjects);
  }

  /**
   * What was seen of one subject.
   *
   * @param head as it was before the snapshot opened, or inside it; null where there was none
   * @param watermark of this subject: never lower than that of its base
   * @param truth what the source counts at that watermark
   */
  public record Observed(@Nullable Head head, Watermark watermark, Truth truth) {}
}
