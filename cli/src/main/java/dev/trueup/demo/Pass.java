package dev.trueup.demo;

import dev.trueup.reconcile.Finding;
import dev.trueup.reconcile.PassReport;
import java.time.Instant;
import java.util.List;

/**
 * What one pass of the managed counter came to.
 *
 * @param sweep a full sweep, not only the subjects that changed
 * @param report its sums
 * @param drifts the subjects whose drift is proved, at most {@link #DRIFTS_MAX}
 * @param endedAt when it ended
 */
record Pass(boolean sweep, PassReport report, List<Finding> drifts, Instant endedAt) {
  static final int DRIFTS_MAX = 100;

  Pass {
    drifts = List.copyOf(drifts);
  }
}
