package dev.trueup;

import dev.trueup.drift.Alert;
import dev.trueup.time.Waiter;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What an embedded Trueup takes from its surroundings.
 *
 * @param schedule whether managed counters are reconciled in the background from the first use of
 *     {@link Trueup#counters()} on
 * @param clock measures how long work took and stamps records; what is counted is stamped by the
 *     databases
 * @param waiter lets time pass
 * @param random jitter, and the versions of new heads; it has to differ between processes
 * @param alerts told of every alert; called from a background thread, and must be quick
 */
public record TrueupOptions(
    boolean schedule,
    InstantSource clock,
    Waiter waiter,
    RandomGenerator random,
    Consumer<Alert> alerts) {

  /** The system's clock, real waiting, and reconciliation in the background. */
  public static TrueupOptions standard() {
    return new TrueupOptions(
        true, InstantSource.system(), new SystemWaiter(), new SecureRandom(), alert -> {});
  }

  /** The same without anything in the background. */
  public TrueupOptions withoutSchedule() {
    return new TrueupOptions(false, clock, waiter, random, alerts);
  }

  /** The same with somebody who is told of alerts; they are logged in any case. */
  public TrueupOptions withAlerts(Consumer<Alert> listener) {
    return new TrueupOptions(schedule, clock, waiter, random, listener);
  }
}
