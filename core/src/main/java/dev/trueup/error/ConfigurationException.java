package dev.trueup.error;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A configuration with faults; it names every one of them, and nothing was started. */
public final class ConfigurationException extends TrueupException {
  private final List<Fault> faults;

  /**
   * One fault.
   *
   * @param path where, as in {@code counters.post.comments.window}
   * @param position line and column in the file, {@code 12:5}; null where there is none
   * @param found what stands there, never a secret
   * @param allowed what may stand there
   */
  public record Fault(String path, @Nullable String position, String found, String allowed) {
    public Fault(String path, String found, String allowed) {
      this(path, null, found, allowed);
    }

    @Override
    public String toString() {
      return path
          + (position == null ? "" : " (line " + position + ")")
          + ": "
          + found
          + ". Allowed: "
          + allowed;
    }
  }

  public ConfigurationException(String place, List<Fault> faults) {
    super(
        place
            + faults.stream()
                .map(fault -> "\n  - " + fault)
                .collect(Collectors.joining("", "", "")),
        null);
    this.faults = List.copyOf(faults);
  }

  public List<Fault> faults() {
    return faults;
  }
}
