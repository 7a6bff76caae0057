package dev.trueup.demo;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Where the run can be watched. Used by one thread. */
interface View extends AutoCloseable {
  /** Says what is being prepared, before there is anything to show. */
  void announce(String preparation);

  void show(Frame frame);

  /** Leaves the terminal as it was. */
  @Override
  void close();

  /** A live table on a terminal; lines of text elsewhere. */
  static View open(@Nullable Terminal terminal, PrintStream out, PrintStream progress) {
    return terminal != null ? new Screen(terminal, out) : new ProgressLines(progress);
  }
}
