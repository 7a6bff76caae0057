package dev.trueup.demo;

import java.util.ArrayList;
import java.util.List;

/** One line of pieces with a style each. Not thread-safe. */
final class TextLine {
  private record Piece(String text, Style style) {}

  private final List<Piece> pieces = new ArrayList<>();
  private int length;

  TextLine add(String text) {
    return add(text, Style.PLAIN);
  }

  TextLine add(String text, Style style) {
    if (!text.isEmpty()) {
      pieces.add(new Piece(text, style));
      length += text.length();
    }
    return this;
  }

  /** Text at the left of a column; what does not fit is cut. */
  TextLine left(String text, int width, Style style) {
    String cut = cut(text, width);
    return add(cut, style).add(" ".repeat(width - cut.length()));
  }

  /** Text at the right of a column; what does not fit is cut. */
  TextLine right(String text, int width, Style style) {
    String cut = cut(text, width);
    return add(" ".repeat(width - cut.length())).add(cut, style);
  }

  int length() {
    return length;
  }

  static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "~";
  }

  /** At most so many characters; the line never ends in spaces. */
  String render(int width, boolean color) {
    StringBuilder rendered = new StringBuilder();
    int left = width;
    for (Piece piece : pieces) {
      String text = piece.text().length() <= left ? piece.text() : piece.text().substring(0, left);
      left -= text.length();
      boolean styled = color && piece.style() != Style.PLAIN && !text.isBlank();
      rendered.append(styled ? piece.style().begin() + text + Style.END : text);
      if (left == 0) {
        break;
      }
    }
    return rendered.toString().stripTrailing();
  }

  /**
   * Words, in lines of at most so many characters; a word that is longer gets a line of its own.
   */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
