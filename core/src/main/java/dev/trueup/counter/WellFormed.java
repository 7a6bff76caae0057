package dev.trueup.counter;

/** Text that every database stores as it is. */
final class WellFormed {
  private WellFormed() {}

  /**
   * Whether every surrogate has its other half. One without it has no bytes in UTF-8: databases
   * would keep a question mark, and take two keys for one.
   */
  static boolean isWellFormed(String text) {
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
}
