package dev.trueup.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Lays a moment of the run out as lines for a terminal of this size. */
final class Painter {
  private static final int WIDE = 110;
  private static final int TALL = 36;
  private static final int TRUE_WIDTH = 7;
  private static final int DRIFT_WIDTH = 5;
  private static final int NEWS_LINES_MIN = 5;

  private final Terminal terminal;
  private final int width;
  private final int wayWidth;
  private final int numberWidth;
  private final int titleWidth;

  /**
   * @param posts how many there are, for the width of their numbers
   */
  Painter(Terminal terminal, int posts) {
    this.terminal = terminal;
    this.width = terminal.width() - 1;
    this.wayWidth = width >= WIDE ? 17 : 12;
    this.numberWidth = Integer.toString(posts).length() + 2;
    this.titleWidth =
        Math.max(4, width - numberWidth - TRUE_WIDTH - Way.values().length * wayWidth);
  }

  List<TextLine> paint(Frame frame) {
    List<TextLine> head = new Head(width).lines(frame);
    List<TextLine> totals = totals(frame);
    List<TextLine> history =
        terminal.height() >= TALL ? new History(terminal.unicode(), width).lines(frame) : List.of();
    // Behind the head, the headings and the posts stand a line each.
    int fixed = head.size() + 3 + totals.size() + 1 + history.size();
    int posts = frame.sample().posts();
    int rows = Math.max(1, Math.min(posts, terminal.height() - fixed - NEWS_LINES_MIN));
    int newsLines = Math.max(1, terminal.height() - fixed - rows);

    List<TextLine> lines = new ArrayList<>(head);
    lines.add(new TextLine());
    lines.add(headings(rows < posts));
    worst(frame.sample(), rows).forEach(post -> lines.add(row(frame.sample(), post)));
    lines.add(rule());
    lines.addAll(totals);
    lines.add(rule());
    lines.addAll(history);
    lines.addAll(new News(width).lines(frame, newsLines));
    return lines;
  }

  private TextLine headings(boolean notAll) {
    TextLine line =
        new TextLine()
            .left(notAll ? "POST, worst first" : "POST", numberWidth + titleWidth, Style.STRONG)
            .right("TRUE", TRUE_WIDTH, Style.STRONG);
    for (Way way : Way.values()) {
      String heading = wayWidth > way.title().length() ? way.title() : way.heading();
      line.right(heading, wayWidth, way == Way.MANAGED ? Style.NAME : Style.STRONG);
    }
    return line;
  }

  /** The posts that any recipe shows most wrong; equally wrong ones by number. */
  private static List<Integer> worst(Sample sample, int most) {
    Comparator<Integer> byError = Comparator.comparingLong(post -> -error(sample, post));
    return IntStream.rangeClosed(1, sample.posts())
        .boxed()
        .sorted(byError.thenComparing(Comparator.naturalOrder()))
        .limit(most)
        .toList();
  }

  private static long error(Sample sample, int post) {
    long most = 0;
    for (Way way : Way.values()) {
      most = Math.max(most, Math.abs(sample.drift(way, post)));
    }
    return most;
  }

  private TextLine row(Sample sample, int post) {
    TextLine line =
        new TextLine()
            .left("#" + post, numberWidth, Style.FAINT)
            .left(Titles.of(post), titleWidth, Style.PLAIN)
            .right(Numbers.grouped(sample.truth(post)), TRUE_WIDTH, Style.PLAIN);
    for (Way way : Way.values()) {
      number(line, sample.shown(way, post), sample.drift(way, post));
    }
    return line;
  }

  private void number(TextLine line, long shown, long drift) {
    Style style = drift == 0 ? Style.PLAIN : Style.WRONG;
    line.right(Numbers.grouped(shown), wayWidth - DRIFT_WIDTH - 1, style)
        .add(" ")
        .left(drift == 0 ? "" : Numbers.signed(drift), DRIFT_WIDTH, style);
  }

  private List<TextLine> totals(Frame frame) {
    Sample sample = frame.sample();
    TextLine all =
        label("all posts")
            .right(Numbers.grouped(sample.of(Way.ATOMIC_ONLY).truth()), TRUE_WIDTH, Style.PLAIN);
    TextLine wrong = label("posts wrong").right("", TRUE_WIDTH, Style.PLAIN);
    TextLine absolute = label("off by, all added").right("", TRUE_WIDTH, Style.PLAIN);
    TextLine mean = label("mean error").right("", TRUE_WIDTH, Style.PLAIN);
    for (Way way : Way.values()) {
      Sample.Deviation deviation = sample.of(way);
      number(all, deviation.shown(), deviation.net());
      Style style = deviation.wrong() == 0 ? Style.RIGHT : Style.WRONG;
      total(wrong, deviation.wrong() + "/" + sample.posts(), style);
      total(absolute, Numbers.grouped(deviation.absolute()), style);
      total(
          mean,
          frame.scores().samples() == 0 ? "-" : frame.scores().meanError(way).toPlainString(),
          Style.STRONG);
    }
    return List.of(all, wrong, absolute, mean);
  }

  private TextLine label(String text) {
    return new TextLine().left(text, numberWidth + titleWidth, Style.FAINT);
  }

  private void total(TextLine line, String text, Style style) {
    line.right(text, wayWidth - DRIFT_WIDTH - 1, style).add(" ".repeat(DRIFT_WIDTH + 1));
  }

  private TextLine rule() {
    return new TextLine().add((terminal.unicode() ? "─" : "-").repeat(width), Style.FAINT);
  }
}
