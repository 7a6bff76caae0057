package dev.trueup.house;

/**
 * A place where a rule is broken.
 *
 * @param line counted from 1; 0 where the whole file is meant
 */
record Fault(String path, int line, String what) {
  @Override
  public String toString() {
    return path + (line > 0 ? ":" + line : "") + ": " + what;
  }
}
