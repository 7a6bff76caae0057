package dev.trueup.demo;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result as a table, and a plain sentence on each recipe. */
final class Summary {
  private static final int WIDTH = 78;

  private final Result result;
  private final @Nullable Path kept;

  /**
   * @param kept the configuration beside the database files, if they were kept
   */
  Summary(Result result, @Nullable Path kept) {
    this.result = result;
    this.kept = kept;
  }

  void print(PrintStream out, boolean color) {
    paragraph(out, "", happened());
    out.println();
    table().forEach(line -> out.println(line.render(WIDTH + 1, color)));
    paragraph(
        out,
        "",
        "Drift: all posts together. Off by: without signs. Stopped: off by before the last run of"
            + " every job. Mean error: |shown - true| over posts and "
            + result.samples()
            + " samples.");
    out.println();
    for (Way way : Way.values()) {
      paragraph(out, "* ", way.title() + " " + sentence(way));
    }
    out.println();
    next(out);
  }

  private String happened() {
    DemoOptions options = result.options();
    Tally.Counts counts = result.counts();
    return "Trueup demo: "
        + options.seconds()
        + " s of writing, "
        + Numbers.counted(counts.events(), "event", "events")
        + " on "
        + options.posts()
        + " posts, seed "
        + options.seed()
        + ". Injected: "
        + counts.worded(Injected.CRASH)
        + " between row and increment, "
        + counts.worded(Injected.LOST_ANSWER)
        + ", "
        + counts.worded(Injected.DUPLICATE)
        + ", "
        + Injected.LATE_ROW.counted(counts.of(Injected.LATE_ROW) + counts.of(Injected.LATER_ROW))
        + " ("
        + counts.worded(Injected.LATER_ROW)
        + "); rows changed by hand: "
        + counts.worded(Injected.DELETED_BY_HAND)
        + ", "
        + counts.worded(Injected.RESTORED_BY_HAND)
        + ", "
        + counts.worded(Injected.MOVED_BY_HAND)
        + ".";
  }

  private List<TextLine> table() {
    TextLine headings = new TextLine().left("RECIPE", 22, Style.STRONG);
    for (String heading :
        List.of("TRUE", "SHOWN", "DRIFT", "OFF BY", "WRONG", "STOPPED", "MEAN ERROR")) {
      headings.right(heading, Math.max(7, heading.length() + 2), Style.STRONG);
    }
    List<TextLine> lines = new ArrayList<>(List.of(headings));
    for (Way way : Way.values()) {
      Sample.Deviation last = result.last(way);
      Style style = last.wrong() == 0 ? Style.RIGHT : Style.WRONG;
      lines.add(
          new TextLine()
              .left(way.title(), 22, Style.PLAIN)
              .right(Numbers.grouped(last.truth()), 7, Style.PLAIN)
              .right(Numbers.grouped(last.shown()), 7, Style.PLAIN)
              .right(Numbers.signed(last.net()), 7, style)
              .right(Numbers.grouped(last.absolute()), 7, style)
              .right(last.wrong() + "/" + result.options().posts(), 7, style)
              .right(Numbers.grouped(result.stopped(way).absolute()), 9, Style.PLAIN)
              .right(meanError(way), 12, Style.STRONG));
    }
    return lines;
  }

  /** None where the writing ended before the managed counter had its bases. */
  private String meanError(Way way) {
    return result.samples() == 0 ? "-" : result.meanError(way).toPlainString();
  }

  private String sentence(Way way) {
    return switch (way) {
      case ATOMIC_ONLY ->
          "never looks at the rows again: what was not sent, sent twice or done by hand stays in"
              + " the number.";
      case RECOUNT_AND_OVERWRITE ->
          "ran "
              + Numbers.counted(result.recounts(), "time", "times")
              + " and overwrote the "
              + Numbers.counted(result.changesBetween(), "change", "changes")
              + " that came in the "
              + Times.RECOUNT_GAP.toMillis()
              + " ms between a count and its overwrite, each until the next run. It is right only"
              + " once nobody writes.";
      case BASE_AND_DELTA ->
          "takes from the delta what it adds to the base, so the sum never moves: it shows what"
              + " atomic only shows.";
      case MANAGED -> managed();
    };
  }

  private String managed() {
    Passes.Sums passes = result.passes();
    return "counted no id twice and overwrote no change. In "
        + Numbers.counted(passes.passes(), "recount", "recounts")
        + " ("
        + passes.sweeps()
        + " of all posts) it found "
        + Numbers.counted(passes.drifts(), "wrong number", "wrong numbers")
        + " and named "
        + Numbers.counted(passes.lost(), "lost row", "lost rows")
        + ". "
        + (result.isHealed()
            ? "Every post is true."
            : "It did NOT end true; that is a defect, please report it with the seed.");
  }

  private static void paragraph(PrintStream out, String sign, String text) {
    String indent = sign;
    for (String line : TextLine.wrap(text, WIDTH - sign.length())) {
      out.println(indent + line);
      indent = " ".repeat(sign.length());
    }
  }

  private void next(PrintStream out) {
    if (kept != null) {
      out.println("The files are kept. The column of atomic only, by the usual command:");
      out.println("  ./trueup audit --offline -c " + kept);
      return;
    }
    out.println("Next: ./trueup init URL finds the counters of a database of yours; README.md");
    out.println(
        "says how to go on. The same events again: ./trueup demo --seed "
            + result.options().seed());
  }
}
