package dev.trueup.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** One line of a terminal that is written over while work goes on. Nothing elsewhere. */
public final class ProgressLine implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final String CLEAR = "\r\u001B[K";

  private final PrintStream err;
  private final boolean shown;
  private final int width;
  private final InstantSource clock;
  private Instant next = Instant.MIN;

  public ProgressLine(CliContext context) {
    this.err = context.streams().err();
    this.shown = context.streams().errIsTerminal();
    this.width = context.streams().width();
    this.clock = context.clock();
  }

  /** Shows a text, not more often than an eye can follow. */
  public void show(String text) {
    if (!shown || clock.instant().isBefore(next)) {
      return;
    }
    next = clock.instant().plus(PAUSE);
    String cut = text.length() < width ? text : text.substring(0, width - 2) + "…";
    err.print(CLEAR + cut);
    err.flush();
  }

  @Override
  public void close() {
    clear();
  }

  /** Takes the line away, so that something else can be written there. */
  public void clear() {
    if (shown) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
