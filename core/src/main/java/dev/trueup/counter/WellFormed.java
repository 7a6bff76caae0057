package dev.trueup.counter;

import java.nio.charset.StandardCharsets;

/** Text that every database stores as it is. */
public final class WellFormed {
  private WellFormed() {}

  /**
   * Whether every surrogate has its other half. One without it has no bytes in UTF-8: databases
   * would keep a question mark, and take two keys for one.
   */
  public static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean pair =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!pair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** Whether it can be a key: not empty, without a NUL, well-formed, and not too long. */
  public static boolean isKey(String text, int bytesMax) {
    return !text.isEmpty()
        && text.length() <= bytesMax
        && text.indexOf('\0') < 0
        && isWellFormed(text)
        && text.getBytes(StandardCharsets.UTF_8).length <= bytesMax;
  }
}
