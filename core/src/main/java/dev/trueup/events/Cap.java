package dev.trueup.events;

import dev.trueup.error.BadRequestException;

/**
 * How often one actor counts for one subject in one interval of the events' own time.
 *
 * @param most the most events that count, at least 1
 */
public record Cap(long most, CapInterval interval) {
  public Cap {
    if (most < 1) {
      throw new BadRequestException("A cap of " + most + " counts nothing; give 1 or more.");
    }
  }
}
