package dev.trueup.demo;

import dev.trueup.reconcile.Diagnosis;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A line every few seconds, where there is no terminal to draw on. */
final class ProgressLines implements View {
  private final PrintStream out;
  private Duration next = Duration.ZERO;
  private long passesTold;

  ProgressLines(PrintStream out) {
    this.out = out;
  }

  @Override
  public void announce(String preparation) {
    out.println(preparation);
    out.flush();
  }

  @Override
  public void show(Frame frame) {
    if (frame.elapsed().compareTo(next) < 0) {
      return;
    }
    next = frame.elapsed().plus(Times.LINE_EVERY);
    List<String> wrong = new ArrayList<>();
    for (Way way : Way.values()) {
      Sample.Deviation deviation = frame.sample().of(way);
      wrong.add(way.heading() + " " + Numbers.grouped(deviation.absolute()));
    }
    out.println(
        Numbers.clock(frame.elapsed())
            + "  "
            + (frame.phase() == Frame.Phase.WRITING ? "writing" : "writes have stopped")
            + ", "
            + Numbers.counted(frame.counts().events(), "event", "events")
            + ", "
            + Numbers.grouped(frame.sample().of(Way.ATOMIC_ONLY).truth())
            + " comments; off by: "
            + String.join(", ", wrong));
    Pass last = frame.passes().last();
    if (last != null && frame.passes().passes() > passesTold) {
      passesTold = frame.passes().passes();
      out.println(
          "      "
              + (last.sweep() ? "sweep: " : "pass: ")
              + String.join(" ", Diagnosis.of(last.report())));
    }
    out.flush();
  }

  @Override
  public void close() {}
}
