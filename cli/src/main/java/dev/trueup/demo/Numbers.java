package dev.trueup.demo;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
final class Numbers {
  private Numbers() {}

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** With a sign; 0 has none. */
  static String signed(long number) {
    return number > 0 ? "+" + grouped(number) : grouped(number);
  }

  /** The number and its noun. */
  static String counted(long number, String one, String many) {
    return grouped(number) + " " + (number == 1 ? one : many);
  }

  static BigDecimal ratio(long sum, long count, int digits) {
    return count == 0
        ? BigDecimal.ZERO.setScale(digits)
        : BigDecimal.valueOf(sum).divide(BigDecimal.valueOf(count), digits, RoundingMode.HALF_UP);
  }

  /** Minutes and seconds. */
  static String clock(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
