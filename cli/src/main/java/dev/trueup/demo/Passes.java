package dev.trueup.demo;

import dev.trueup.reconcile.PassReport;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the passes of the managed counter came to so far. Thread-safe. */
final class Passes {
  private long count;
  private long sweeps;
  private long drifts;
  private BigInteger absolute = BigInteger.ZERO;
  private long lost;
  private long phantom;
  private long doubled;
  private long late;
  private @Nullable Pass last;
  private @Nullable Pass lastWithDrift;
  private final List<String> repairs = new ArrayList<>();

  /**
   * All of it at one moment.
   *
   * @param passes ended
   * @param sweeps of these, full sweeps
   * @param drifts subjects that were found wrong, in all passes
   * @param absolute by how much, without regard to sign
   * @param lost facts that no change told of
   * @param phantom changes without a fact
   * @param doubled facts counted under two ids
   * @param late facts called lost before that were only late
   * @param last the newest pass
   * @param lastWithDrift the newest that found something wrong
   * @param repairs the ids that the corrections are on record under
   */
  record Sums(
      long passes,
      long sweeps,
      long drifts,
      BigInteger absolute,
      long lost,
      long phantom,
      long doubled,
      long late,
      @Nullable Pass last,
      @Nullable Pass lastWithDrift,
      List<String> repairs) {}

  synchronized void add(Pass pass) {
    PassReport report = pass.report();
    count++;
    sweeps += pass.sweep() ? 1 : 0;
    drifts += report.drifted();
    absolute = absolute.add(report.absolute());
    lost += report.explainedLost();
    phantom += report.explainedPhantom();
    doubled += report.explainedDoubled();
    late += report.explainedLate();
    last = pass;
    if (report.drifted() > 0) {
      lastWithDrift = pass;
    }
    String repair = report.repairId();
    if (repair != null) {
      repairs.add(repair);
    }
  }

  synchronized Sums sums() {
    return new Sums(
        count,
        sweeps,
        drifts,
        absolute,
        lost,
        phantom,
        doubled,
        late,
        last,
        lastWithDrift,
        List.copyOf(repairs));
  }
}
