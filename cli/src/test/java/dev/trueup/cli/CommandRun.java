package dev.trueup.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

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
    return run(terminal, new ByteArrayOutputStream(), InstantSource.system(), variables, args);
  }

  /**
   * Runs it on a terminal where somebody reads along, who hears of every step of progress.
   *
   * @param reading called with what was written, before the command goes on
   */
  static CommandRun readAlong(
      Consumer<String> reading, Map<String, String> variables, String... args) {
    ByteArrayOutputStream err =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            reading.accept(new String(bytes, from, length, StandardCharsets.UTF_8));
          }
        };
    // Each look at the clock is a second later, so that no step is left out for the eye's sake.
    AtomicLong seconds = new AtomicLong(Instant.now().getEpochSecond());
    return run(true, err, () -> Instant.ofEpochSecond(seconds.incrementAndGet()), variables, args);
  }

  private static CommandRun run(
      boolean terminal,
      ByteArrayOutputStream err,
      InstantSource clock,
      Map<String, String> variables,
      String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Streams streams =
        new Streams(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            terminal,
            true,
            80);
    int exitCode = new Main(new CliContext(streams, variables::get, clock)).run(args);
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Everything that was written, for looking for what must not be there. */
  public String all() {
    return out + err;
  }
}
