package dev.trueup.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The tail of what happened; silent unless it is asked for, because telling costs time. */
final class Trace {
  private static final int LINES_MAX = 400;

  private final boolean on;
  private final Deque<String> lines = new ArrayDeque<>();
  private long now = Agenda.START;

  Trace(boolean on) {
    this.on = on;
  }

  boolean isOn() {
    return on;
  }

  void event(long time, String what) {
    now = time;
    if (on) {
      line("-- " + what);
    }
  }

  /** Callers that build the text ask {@link #isOn} first. */
  void line(String text) {
    if (!on) {
      return;
    }
    if (lines.size() == LINES_MAX) {
      lines.removeFirst();
    }
    double seconds = (now - Agenda.START) / (double) Agenda.SECOND;
    lines.addLast(String.format(Locale.ROOT, "%10.3f  %s", seconds, text));
  }

  List<String> tail() {
    return List.copyOf(lines);
  }
}
