package dev.trueup.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Draws on a terminal's second screen, each picture over the last one, in one write. The first
 * screen comes back at the end, also when the JVM is told to stop.
 */
final class Screen implements View {
  private static final String ENTER = "\033[?1049h\033[?25l\033[2J";
  private static final String LEAVE = "\033[?25h\033[?1049l";
  private static final String HOME = "\033[H";
  private static final String CLEAR_REST_OF_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  private static final Duration MEASURE_EVERY = Duration.ofSeconds(2);

  private final PrintStream out;
  private final Thread onExit = new Thread(this::leave, "demo-screen");
  private Terminal terminal;
  private boolean left;
  private Instant measuredAt = Instant.MIN;

  Screen(Terminal terminal, PrintStream out) {
    this.terminal = terminal;
    this.out = out;
    Runtime.getRuntime().addShutdownHook(onExit);
    write(ENTER);
  }

  @Override
  public void announce(String preparation) {
    write(HOME + preparation + CLEAR_REST_OF_LINE);
  }

  @Override
  public void show(Frame frame) {
    if (measuredAt.plus(MEASURE_EVERY).isBefore(frame.now())) {
      terminal = terminal.measured();
      measuredAt = frame.now();
    }
    List<TextLine> lines = new Painter(terminal, frame.options().posts()).paint(frame);
    StringBuilder picture = new StringBuilder(HOME);
    for (int at = 0; at < lines.size() && at < terminal.height(); at++) {
      // No line feed behind the last line: it would scroll the screen.
      picture
          .append(at == 0 ? "" : "\r\n")
          .append(lines.get(at).render(terminal.width() - 1, terminal.color()))
          .append(CLEAR_REST_OF_LINE);
    }
    write(picture.append(CLEAR_BELOW).toString());
  }

  @Override
  public void close() {
    leave();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }

  private synchronized void leave() {
    write(LEAVE);
    left = true;
  }

  /** Nothing is drawn over the first screen once it is back. */
  private synchronized void write(String text) {
    if (left) {
      return;
    }
    out.print(text);
    out.flush();
  }
}
