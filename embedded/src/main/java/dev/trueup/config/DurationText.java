package dev.trueup.config;

import java.time.Duration;

/**
 * Durations as trueup.yaml writes them: {@code 500ms}, {@code 10s}, {@code 1m}, {@code 24h}, {@code
 * 7d}.
 */
public final class DurationText {
  private DurationText() {}

  static Duration of(long count, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  /**
   * The shortest writing, in the largest unit that divides it; what is below a millisecond is cut.
   */
  public static String of(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1_000 != 0 || millis == 0) {
      return millis + "ms";
    }
    long seconds = millis / 1_000;
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
