package dev.trueup.members;

/** The order that the databases keep keys in: by the bytes of UTF-8, which is by code point. */
final class KeyOrder {
  private static final int SURROGATES = 0xD800;
  private static final int AFTER_SURROGATES = 0xE000;

  private KeyOrder() {}

  static int compare(String one, String other) {
    int shared = Math.min(one.length(), other.length());
    for (int at = 0; at < shared; at++) {
      char left = one.charAt(at);
      char right = other.charAt(at);
      if (left != right) {
        return Integer.compare(rank(left), rank(right));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /** Surrogates stand for code points above all others, though their own numbers are lower. */
  private static int rank(char unit) {
    boolean surrogate = unit >= SURROGATES && unit < AFTER_SURROGATES;
    return surrogate ? unit + 0x10000 : unit;
  }
}
