package dev.trueup.demo;

import java.util.ArrayList;
import java.util.List;

/** How far each recipe was off over time: a column per sample, the same scale for all. */
final class History {
  private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
  private static final String ASCII = " .:-=+*%#";
  private static final int LABEL_WIDTH = 22;

  private final boolean unicode;
  private final int width;

  History(boolean unicode, int width) {
    this.unicode = unicode;
    this.width = width;
  }

  List<TextLine> lines(Frame frame) {
    int columns = width - LABEL_WIDTH;
    long top = 1;
    for (Way way : Way.values()) {
      for (long absolute : newest(frame.scores().history(way), columns)) {
        top = Math.max(top, absolute);
      }
    }
    List<TextLine> lines = new ArrayList<>();
    lines.add(
        new TextLine()
            .add(
                "Off by, in absolute terms, over time (the highest is "
                    + Numbers.grouped(top)
                    + ")",
                Style.STRONG));
    for (Way way : Way.values()) {
      TextLine line = new TextLine().left(way.title(), LABEL_WIDTH, Style.FAINT);
      StringBuilder bars = new StringBuilder();
      for (long absolute : newest(frame.scores().history(way), columns)) {
        bars.append(bar(absolute, top));
      }
      lines.add(line.add(bars.toString(), way == Way.MANAGED ? Style.RIGHT : Style.FAULT));
    }
    lines.add(new TextLine());
    return lines;
  }

  private static List<Long> newest(List<Long> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  /** Empty is right; anything wrong is at least the smallest bar. */
  private char bar(long absolute, long top) {
    String bars = unicode ? BLOCKS : ASCII;
    int steps = bars.length() - 1;
    long step = (absolute * steps + top - 1) / top;
    return bars.charAt((int) Math.min(steps, step));
  }
}
