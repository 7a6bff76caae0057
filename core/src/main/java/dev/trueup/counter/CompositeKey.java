package dev.trueup.counter;

import dev.trueup.error.BadRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The text of a key of several parts: a JSON array of strings without blanks. */
public final class CompositeKey {
  private CompositeKey() {}

  /** One part stands for itself; more become {@code ["7","42"]}. */
  public static String text(List<String> parts) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < parts.size(); i++) {
      text.append(i == 0 ? "\"" : ",\"");
      appendEscaped(text, parts.get(i));
      text.append('"');
    }
    return text.append(']').toString();
  }

  /**
   * The parts that {@link #text} was made of.
   *
   * @throws BadRequestException if the text is not a key of so many parts
   */
  public static List<String> parts(String text, int count) {
    if (count == 1) {
      return List.of(text);
    }
    List<String> parts = new ArrayList<>();
    int at = 1;
    while (at < text.length() && text.charAt(at) == '"' && parts.size() < count) {
      StringBuilder part = new StringBuilder();
      at = readPart(text, at + 1, part);
      parts.add(part.toString());
      at++;
    }
    if (!text.startsWith("[") || parts.size() != count || !text(parts).equals(text)) {
      throw new BadRequestException(
          "The subject "
              + text
              + " is not a key of "
              + count
              + " parts; a JSON array of strings without blanks is allowed, as in [\"7\",\"42\"].");
    }
    return parts;
  }

  /** Reads to behind the closing quote. */
  private static int readPart(String text, int from, StringBuilder part) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '"') {
      char next = text.charAt(at++);
      if (next == '\\' && at < text.length()) {
        char escaped = text.charAt(at++);
        if (escaped == 'u' && at + 4 <= text.length()) {
          part.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        } else {
          part.append(escaped);
        }
      } else {
        part.append(next);
      }
    }
    return at + 1;
  }

  private static void appendEscaped(StringBuilder text, String part) {
    for (int i = 0; i < part.length(); i++) {
      char next = part.charAt(i);
      if (next == '"' || next == '\\') {
        text.append('\\').append(next);
      } else if (next < ' ') {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) next));
      } else {
        text.append(next);
      }
    }
  }
}
