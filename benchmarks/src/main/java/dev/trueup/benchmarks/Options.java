package dev.trueup.benchmarks;

import java.util.List;

/** The options of a benchmark: {@code --name value} and {@code --name} alone. */
final class Options {
  private final List<String> arguments;

  Options(List<String> arguments) {
    this.arguments = List.copyOf(arguments);
  }

  boolean has(String name) {
    return arguments.contains("--" + name);
  }

  int number(String name, int otherwise) {
    int at = arguments.indexOf("--" + name);
    if (at < 0) {
      return otherwise;
    }
    if (at + 1 == arguments.size() || !arguments.get(at + 1).matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException("--" + name + " needs a number from 1 to 999999999.");
    }
    return Integer.parseInt(arguments.get(at + 1));
  }
}
