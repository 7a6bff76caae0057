package dev.trueup.cli;

/** Keeps the log of libraries out of the way of a person at a terminal. */
final class Logs {
  private Logs() {}

  /** Errors only, on standard error, unless something else was asked for. */
  static void quiet() {
    if (System.getProperty("org.slf4j.simpleLogger.defaultLogLevel") == null) {
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    }
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
  }
}
