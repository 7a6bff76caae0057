package dev.trueup.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;

/**
 * Where a command writes. Results go to {@code out}, progress and messages to {@code err}.
 *
 * @param outIsTerminal whether a person sees {@code out} as it is written
 * @param errIsTerminal the same of {@code err}: progress is shown only there
 * @param color whether colors may be used on a terminal
 * @param width the columns of the terminal
 */
public record Streams(
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean color,
    int width) {
  private static final int WIDTH_STANDARD = 100;
  private static final int WIDTH_MIN = 40;

  /** Those of this process. */
  static Streams ofProcess(Function<String, @Nullable String> variables) {
    String noColor = variables.apply("NO_COLOR");
    return new Streams(
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        isTerminal(1),
        isTerminal(2),
        noColor == null || noColor.isEmpty(),
        width(variables.apply("COLUMNS")));
  }

  private static int width(@Nullable String columns) {
    if (columns == null || !columns.matches("[0-9]{1,4}")) {
      return WIDTH_STANDARD;
    }
    return Math.max(WIDTH_MIN, Integer.parseInt(columns));
  }

  /** Where the system tells of each stream, it is asked; elsewhere Java knows of all together. */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
    if (!Files.isSymbolicLink(link)) {
      return Help.Ansi.AUTO.enabled();
    }
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException e) {
      return Help.Ansi.AUTO.enabled();
    }
  }
}
