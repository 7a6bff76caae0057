package dev.trueup.cli.inspect;

import dev.trueup.cli.inspect.Finding.Decision;
import java.util.Comparator;
import java.util.List;

/** What an inspection found, in words for people. */
public final class InspectionText {
  private InspectionText() {}

  /**
   * One column that looks like a counter.
   *
   * @param decision chosen, tied, unproved or not-found
   * @param counts what it counts, or why nobody can tell
   * @param agreement how well that agrees
   */
  public record Line(String column, String decision, String counts, String agreement) {}

  /** A line per column; those that were settled on first. */
  public static List<Line> lines(Inspection inspection) {
    return inspection.findings().stream()
        .sorted(Comparator.comparing(Finding::decision))
        .map(finding -> line(inspection, finding))
        .toList();
  }

  private static Line line(Inspection inspection, Finding finding) {
    String column = finding.name();
    if (finding.fits().isEmpty()) {
      return new Line(column, word(finding.decision()), "? " + finding.why(), "");
    }
    Fit best = finding.fits().get(0);
    String counts = Described.of(best.hypothesis(), inspection.wording()).toString();
    String open =
        finding.decision() == Decision.TIED
            ? "yours to choose, 1 of " + finding.fits().size() + ": "
            : finding.decision() == Decision.UNPROVED ? "perhaps: " : "";
    return new Line(column, word(finding.decision()), open + counts, Agreement.of(best));
  }

  private static String word(Decision decision) {
    return switch (decision) {
      case CHOSEN -> "chosen";
      case TIED -> "tied";
      case UNPROVED -> "unproved";
      case NOT_FOUND -> "not-found";
    };
  }
}
