package dev.trueup.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;

/**
 * One run of the real command.
 *
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandRun(int exitCode, String out, String err) {
  /** Runs it as a script would: no terminal. */
  public static CommandRun of(String... args) {
    return with(Map.of(), args);
  }

  public static CommandRun with(Map<String, String> variables, String... args) {
    return on(false, variables, args);
  }

  static CommandRun on(boolean terminal, Map<String, String> variables, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            terminal,
            true,
            80);
    int exitCode =
        new Main(new CliContext(streams, variables::get, InstantSource.system())).run(args);
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Everything that was written, for looking for what must not be there. */
  public String all() {
    return out + err;
  }
}
