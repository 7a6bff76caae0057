package dev.trueup.counter;

import dev.trueup.error.BadRequestException;
import java.nio.charset.StandardCharsets;

/**
 * What is counted for: post {@code 42}. The key is the text of the source's own key; a composite
 * key is the text of a JSON array of strings, {@code ["7","42"]}. Compared byte for byte.
 */
public record Subject(String key) implements Comparable<Subject> {
  /** The longest key, in UTF-8 bytes. */
  public static final int BYTES_MAX = 512;

  public Subject {
    if (key.isEmpty() || key.indexOf('\0') >= 0 || !WellFormed.isWellFormed(key)) {
      throw new BadRequestException(
          "A subject is empty, holds a NUL or half a surrogate pair; give the key of what is counted"
              + " for.");
    }
    if (key.length() > BYTES_MAX || key.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
      throw new BadRequestException(
          "A subject of "
              + key.length()
              + " characters is too long; at most "
              + BYTES_MAX
              + " bytes of UTF-8 are allowed.");
    }
  }

  @Override
  public int compareTo(Subject other) {
    return key.compareTo(other.key);
  }

  @Override
  public String toString() {
    return key;
  }
}
