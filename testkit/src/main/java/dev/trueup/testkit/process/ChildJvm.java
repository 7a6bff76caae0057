package dev.trueup.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with the class path of this one, which can be killed at any moment. Thread-safe. Its
 * standard input stays open as long as this JVM lives, so a child that reads it to its end does not
 * outlive its parent.
 */
public final class ChildJvm implements AutoCloseable {
  private static final int LINES_KEPT_MAX = 2_000;

  private final Process process;
  private final Thread reader;
  // Guarded by this: the last lines of its output.
  private final Deque<String> lines = new ArrayDeque<>();
  // Guarded by this.
  private boolean outputEnded;

  private ChildJvm(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "output-of-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts the main method of a class with these options of the JVM and these arguments. */
  public static ChildJvm start(Class<?> main, List<String> options, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(List.of(arguments));
    try {
      return new ChildJvm(new ProcessBuilder(line).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new UncheckedIOException("Could not start a JVM for " + main.getName(), e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Writes a line to its standard input. */
  public void send(String line) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("A child no longer listens", e);
    }
  }

  /** Kills it at once, as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /**
   * Waits until a line of its output starts with the text, and returns the line.
   *
   * @throws IllegalStateException if the child ends, or the time passes, without such a line; the
   *     message holds its output
   */
  public synchronized String awaitLine(String start, Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      for (String line : lines) {
        if (line.startsWith(start)) {
          return line;
        }
      }
      long millisLeft = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (outputEnded || millisLeft <= 0) {
        throw new IllegalStateException(
            "No line starts with '" + start + "':\n" + String.join("\n", lines));
      }
      try {
        wait(millisLeft);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while waiting for '" + start + "'", e);
      }
    }
  }

  /**
   * Waits for its end and returns its exit code.
   *
   * @throws IllegalStateException if it has not ended by then; it goes on
   */
  public int awaitEnd(Duration timeout) {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            "No end after " + timeout + ":\n" + String.join("\n", output()));
      }
      reader.join(TimeUnit.SECONDS.toMillis(10));
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a child", e);
    }
  }

  /** The last lines that it wrote, standard output and standard error together. */
  public synchronized List<String> output() {
    return List.copyOf(lines);
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    kill();
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        keep(line);
      }
    } catch (IOException e) {
      // The stream of a killed process breaks off; what it said before is kept.
      keep("(output broke off: " + e.getMessage() + ")");
    } finally {
      endOutput();
    }
  }

  private synchronized void keep(String line) {
    lines.addLast(line);
    if (lines.size() > LINES_KEPT_MAX) {
      lines.removeFirst();
    }
    notifyAll();
  }

  private synchronized void endOutput() {
    outputEnded = true;
    notifyAll();
  }
}
