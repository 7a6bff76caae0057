package dev.trueup.drift;

import dev.trueup.error.BadRequestException;
import java.time.Instant;

/** A deploy, an incident, or anything else worth seeing beside the drift over time. */
public record TimelineMark(Instant at, String label) {
  /** The longest label, in characters. */
  public static final int LABEL_LENGTH_MAX = 200;

  public TimelineMark {
    if (label.isBlank() || label.length() > LABEL_LENGTH_MAX) {
      throw new BadRequestException(
          "The label of a mark is blank or longer than " + LABEL_LENGTH_MAX + " characters.");
    }
  }
}
