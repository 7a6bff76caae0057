package dev.trueup.config;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * One value of the file, with its place. The readers below answer null for a value that is not
 * allowed, and have recorded the fault by then.
 *
 * @param shown what may be printed: never what an environment variable held
 */
record Value(String path, Node node, String text, String shown, Faults faults) {
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9][0-9_]{0,30}");
  private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?");
  private static final int SHOWN_MAX = 80;

  void fault(String allowed) {
    String cut = shown.length() > SHOWN_MAX ? shown.substring(0, SHOWN_MAX) + "…" : shown;
    faults.add(path, node, "\"" + cut + "\"", allowed);
  }

  @Nullable String matching(Pattern pattern, String allowed) {
    return only(pattern.matcher(text).matches(), text, allowed);
  }

  @Nullable String notBlank() {
    return only(!text.isBlank(), text, "a text that is not blank");
  }

  /** One of the words. */
  @Nullable String oneOf(Collection<String> words) {
    return only(
        words.contains(text), text, String.join(", ", words) + Suggestion.sentence(text, words));
  }

  @Nullable Boolean flag() {
    return only(text.equals("true") || text.equals("false"), text.equals("true"), "true, false");
  }

  @Nullable Duration duration(Duration min, Duration max) {
    String allowed =
        "a number and ms, s, m, h or d, from "
            + DurationText.of(min)
            + " to "
            + DurationText.of(max);
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      fault(allowed);
      return null;
    }
    Duration duration = DurationText.of(Long.parseLong(matcher.group(1)), matcher.group(2));
    return only(duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0, duration, allowed);
  }

  @Nullable Long whole(long min, long max) {
    String allowed = "a whole number from " + min + " to " + max;
    if (!WHOLE.matcher(text).matches()) {
      fault(allowed);
      return null;
    }
    BigDecimal number = new BigDecimal(text.replace("_", ""));
    boolean within =
        number.compareTo(BigDecimal.valueOf(min)) >= 0
            && number.compareTo(BigDecimal.valueOf(max)) <= 0;
    return only(within, number.longValue(), allowed);
  }

  /** A decimal above zero and at most the given one. */
  @Nullable BigDecimal aboveZeroUpTo(BigDecimal max) {
    String allowed = "a number above 0, up to " + max.toPlainString();
    if (!DECIMAL.matcher(text).matches()) {
      fault(allowed);
      return null;
    }
    BigDecimal number = new BigDecimal(text);
    return only(number.signum() > 0 && number.compareTo(max) <= 0, number, allowed);
  }

  @Nullable ZoneId zone() {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      fault(
          "a zone like UTC, Europe/Paris or +09:00"
              + Suggestion.sentence(text, ZoneId.getAvailableZoneIds()));
      return null;
    }
  }

  private <T> @Nullable T only(boolean allowedHere, T value, String allowed) {
    if (allowedHere) {
      return value;
    }
    fault(allowed);
    return null;
  }
}
