package dev.trueup.cli;

import dev.trueup.adopted.Watch;
import java.util.Locale;

/** Shows on a terminal how far a run is. */
final class ShownProgress implements Watch {
  private final ProgressLine line;

  ShownProgress(ProgressLine line) {
    this.line = line;
  }

  @Override
  public void progress(String counter, Phase phase, long done, long estimate) {
    String doing =
        switch (phase) {
          case COUNTING -> "counting";
          case SAMPLING -> "sampling";
          case WAITING -> "waiting a settle time";
          case CORRECTING -> "correcting";
          case UNDOING -> "undoing";
        };
    String share =
        estimate > 0
            ? String.format(
                Locale.ROOT, " %d %% of %d", Math.min(100, 100 * done / estimate), estimate)
            : done > 0 ? " " + done : "";
    line.show(counter + ": " + doing + share);
  }
}
