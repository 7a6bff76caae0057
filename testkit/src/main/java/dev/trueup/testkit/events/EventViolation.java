package dev.trueup.testkit.events;

/** A promise of event counters that a simulated run saw broken. */
public final class EventViolation extends AssertionError {
  EventViolation(String message) {
    super(message);
  }
}
