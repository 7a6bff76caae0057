package dev.trueup.redis;

import java.util.List;

/**
 * A script with its keys, all of one slot, and its arguments.
 *
 * @param script what is run
 * @param keys all that it touches
 * @param arguments the rest
 */
public record Call(Script script, List<String> keys, List<String> arguments) {
  public Call {
    keys = List.copyOf(keys);
    arguments = List.copyOf(arguments);
  }
}
