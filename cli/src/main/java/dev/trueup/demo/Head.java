package dev.trueup.demo;

import java.time.Duration;
import java.util.List;

/** The lines at the top: what is going on, and what was done wrong on purpose so far. */
final class Head {
  private final int width;

  Head(int width) {
    this.width = width;
  }

  List<TextLine> lines(Frame frame) {
    String onTheWay = onTheWay(frame.counts());
    String inTheRows = inTheRows(frame.counts());
    TextLine faults = label("Faults ").add(onTheWay, Style.FAULT);
    TextLine rows = label("Rows   ").add(inTheRows, Style.FAULT);
    if (faults.length() + rows.length() + 2 <= width) {
      faults.add("  rows ", Style.FAINT).add(inTheRows, Style.FAULT);
      return List.of(first(frame), faults);
    }
    return List.of(first(frame), faults, rows);
  }

  private static TextLine label(String text) {
    return new TextLine().add(text, Style.FAINT);
  }

  private static TextLine first(Frame frame) {
    DemoOptions options = frame.options();
    TextLine first = new TextLine().add("Trueup demo", Style.NAME);
    if (frame.phase() == Frame.Phase.WRITING) {
      first
          .add("  " + Numbers.clock(frame.elapsed()), Style.STRONG)
          .add(" of " + Numbers.clock(Duration.ofSeconds(options.seconds())))
          .add("  writing " + options.rate() + "/s to " + options.posts() + " posts");
    } else {
      first.add("  writing has stopped", Style.STRONG).add(", every job runs once more");
    }
    return first
        .add("  " + Numbers.counted(frame.counts().events(), "event", "events"))
        .add("  seed " + options.seed(), Style.FAINT);
  }

  /** What goes wrong between a row and its counters. */
  private static String onTheWay(Tally.Counts counts) {
    return String.join(
        ", ",
        counts.worded(Injected.CRASH),
        counts.worded(Injected.LOST_ANSWER),
        counts.worded(Injected.DUPLICATE));
  }

  /** What happens to rows in a way that counters find hard or never hear of. */
  private static String inTheRows(Tally.Counts counts) {
    long past = counts.of(Injected.LATER_ROW);
    return Numbers.grouped(counts.of(Injected.LATE_ROW) + past)
        + " late ("
        + counts.worded(Injected.LATER_ROW)
        + "); by hand "
        + String.join(
            ", ",
            counts.worded(Injected.DELETED_BY_HAND),
            counts.worded(Injected.RESTORED_BY_HAND),
            counts.worded(Injected.MOVED_BY_HAND));
  }
}
