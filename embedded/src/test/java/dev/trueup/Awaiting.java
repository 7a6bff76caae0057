package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.time.RealWaiter;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what work in the background brings about. */
final class Awaiting {
  private static final Duration WAIT_MAX = Duration.ofSeconds(90);

  private Awaiting() {}

  static void await(BooleanSupplier condition) {
    RealWaiter waiter = new RealWaiter();
    long until = System.nanoTime() + WAIT_MAX.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited %s", WAIT_MAX).isLessThan(until);
      waiter.waitFor(Duration.ofMillis(50));
    }
  }
}
