package dev.trueup;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the subjects with the largest drift, at most so many. For one thread. */
final class Worst {
  private static final Comparator<SubjectReport> WORST_FIRST =
      Comparator.comparing(Worst::size)
          .reversed()
          .thenComparing(report -> report.subject().key(), Worst::compareKeys);

  private final int most;
  // The least of those that are kept is at the head.
  private final PriorityQueue<SubjectReport> kept = new PriorityQueue<>(WORST_FIRST.reversed());

  Worst(int most) {
    this.most = most;
  }

  void add(SubjectReport report) {
    kept.add(report);
    if (kept.size() > most) {
      kept.remove();
    }
  }

  /** The worst first. */
  List<SubjectReport> list() {
    List<SubjectReport> list = new ArrayList<>(kept);
    list.sort(WORST_FIRST);
    return list;
  }

  private static BigDecimal size(SubjectReport report) {
    BigDecimal drift = report.drift();
    return drift == null ? BigDecimal.ZERO : drift.abs();
  }

  /** Whole numbers in their order, everything else as text. */
  private static int compareKeys(String one, String other) {
    boolean numbers = one.matches("[0-9]{1,18}") && other.matches("[0-9]{1,18}");
    return numbers
        ? Long.compare(Long.parseLong(one), Long.parseLong(other))
        : one.compareTo(other);
  }
}
