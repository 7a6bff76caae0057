package dev.trueup.demo;

/**
 * How a piece of text stands out, where the terminal has colors. What it says never depends on it.
 */
enum Style {
  PLAIN(""),
  STRONG("\033[1m"),
  FAINT("\033[2m"),
  WRONG("\033[1;31m"),
  RIGHT("\033[32m"),
  FAULT("\033[33m"),
  NAME("\033[1;36m");

  static final String END = "\033[0m";

  private final String begin;

  Style(String begin) {
    this.begin = begin;
  }

  String begin() {
    return begin;
  }
}
