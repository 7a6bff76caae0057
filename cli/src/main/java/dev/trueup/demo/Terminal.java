package dev.trueup.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A terminal to draw on. Its size is asked of {@code stty}; where that is missing it is taken for
 * one of 80 columns and 24 lines.
 *
 * @param width columns
 * @param height lines
 * @param color whether colors are wanted
 * @param unicode whether it can show more than ASCII
 */
public record Terminal(int width, int height, boolean color, boolean unicode) {
  private static final int WIDTH_DEFAULT = 80;
  private static final int HEIGHT_DEFAULT = 24;
  private static final int WIDTH_MIN = 60;
  private static final int HEIGHT_MIN = 16;

  /**
   * The terminal of this process.
   *
   * @param variables the environment; null for a variable that is not set
   * @param color whether colors are wanted
   * @return null where it cannot be drawn on, as {@code TERM} says
   */
  public static @Nullable Terminal of(Function<String, @Nullable String> variables, boolean color) {
    String kind = variables.apply("TERM");
    if (kind == null || kind.equals("dumb")) {
      return null;
    }
    return new Terminal(WIDTH_DEFAULT, HEIGHT_DEFAULT, color, isUnicode(variables)).measured();
  }

  /** The same with the size that it has now. */
  Terminal measured() {
    Optional<String> answer = ask("stty size </dev/tty");
    String[] parts = answer.orElse("").strip().split(" ");
    if (parts.length != 2 || !isNumber(parts[0]) || !isNumber(parts[1])) {
      return this;
    }
    return new Terminal(
        Math.max(WIDTH_MIN, Integer.parseInt(parts[1])),
        Math.max(HEIGHT_MIN, Integer.parseInt(parts[0])),
        color,
        unicode);
  }

  private static boolean isNumber(String text) {
    return text.matches("[0-9]{1,4}") && !text.matches("0+");
  }

  static boolean isUnicode(Function<String, @Nullable String> variables) {
    for (String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
      String value = variables.apply(name);
      if (value != null && !value.isEmpty()) {
        String lower = value.toLowerCase(Locale.ROOT);
        return lower.contains("utf-8") || lower.contains("utf8");
      }
    }
    return false;
  }

  private static Optional<String> ask(String command) {
    try {
      Process asked =
          new ProcessBuilder("sh", "-c", command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!asked.waitFor(2, TimeUnit.SECONDS)) {
        asked.destroy();
        return Optional.empty();
      }
      return Optional.of(
          new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
