package dev.trueup.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table for people: columns aligned, numbers to the right, cut to the width of a terminal. */
final class Table {
  private static final String GAP = "  ";
  private static final int CELL_MIN = 8;

  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... head) {
    this.head = List.of(head);
  }

  void row(Object... cells) {
    rows.add(Arrays.stream(cells).map(Table::printable).toList());
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Control characters of a user's data would move the cursor. */
  private static String printable(Object cell) {
    return String.valueOf(cell).replaceAll("\\p{Cntrl}", "·");
  }

  void print(Streams streams) {
    int[] widths = new int[head.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(head.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    if (streams.outIsTerminal()) {
      shrink(widths, streams.width() - GAP.length() * (widths.length - 1));
    }
    boolean color = streams.outIsTerminal() && streams.color();
    String first = line(head, widths);
    streams.out().println(color ? "\u001B[1m" + first + "\u001B[0m" : first);
    rows.forEach(row -> streams.out().println(line(row, widths)));
    streams.out().flush();
  }

  /** Takes from the widest column until the line fits. */
  private static void shrink(int[] widths, int whole) {
    while (Arrays.stream(widths).sum() > whole) {
      int widest = 0;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      if (widths[widest] <= CELL_MIN) {
        return;
      }
      widths[widest]--;
    }
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cut(cells.get(i), widths[i]);
      String space = " ".repeat(Math.max(0, widths[i] - width(cell)));
      line.append(i == 0 ? "" : GAP).append(isNumeric(i) ? space + cell : cell + space);
    }
    return line.toString().stripTrailing();
  }

  private boolean isNumeric(int column) {
    return !rows.isEmpty()
        && rows.stream().allMatch(row -> row.get(column).matches("[+-]?[0-9.,]*|NULL"));
  }

  private static String cut(String cell, int width) {
    return width(cell) <= width
        ? cell
        : cell.substring(0, cell.offsetByCodePoints(0, Math.max(0, width - 1))) + "…";
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
