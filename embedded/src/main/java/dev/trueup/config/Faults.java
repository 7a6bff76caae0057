package dev.trueup.config;

import dev.trueup.error.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Collects what is wrong with one file, so that all of it can be said at once. Not thread-safe.
 *
 * <p>A reader that meets a fault records it here and goes on with an allowed stand-in; {@link
 * #refuseIfAny} keeps the stand-in from being seen.
 */
final class Faults {
  /** More than these help nobody; the rest is counted. */
  private static final int FAULTS_MAX = 100;

  private final List<ConfigurationException.Fault> faults = new ArrayList<>();
  private int leftOut;

  void add(String path, @Nullable Node node, String found, String allowed) {
    add(path, node == null ? null : position(node.getStartMark().orElse(null)), found, allowed);
  }

  void add(String path, @Nullable String position, String found, String allowed) {
    if (faults.size() == FAULTS_MAX) {
      leftOut++;
      return;
    }
    faults.add(new ConfigurationException.Fault(path, position, found, allowed));
  }

  static @Nullable String position(@Nullable Mark mark) {
    return mark == null ? null : (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }

  void refuseIfAny(String place) {
    if (faults.isEmpty()) {
      return;
    }
    int count = faults.size() + leftOut;
    throw new ConfigurationException(
        place
            + " cannot be used; nothing was started. "
            + (count == 1 ? "1 fault:" : count + " faults:")
            + (leftOut == 0 ? "" : " (the first " + FAULTS_MAX + " are shown)"),
        faults);
  }
}
