package dev.trueup.testkit.simulation;

import static dev.trueup.testkit.simulation.Agenda.SECOND;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Windows;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/**
 * How one seed's world is made. Times are microseconds.
 *
 * @param subjects how many subjects there are
 * @param window size of a window
 * @param settle settle time, longer than lag, skew and jitter together
 * @param lag the longest time from a stamp to its commit
 * @param skew how far a stamp may be off the source's clock, either way
 * @param jitter how far the source's clock may step, either way
 * @param storeAhead how far the store's clock is ahead of the source's; may be negative
 * @param immutable whether the source is declared immutable, and is
 * @param snapshots whether the source reads all at one moment
 * @param tellsOpenTransactions whether the source tells its oldest open transaction
 * @param calm nothing is lost, late, undone or forgotten: then no drift may be proved that the
 *     recount did not bring about and mark itself
 * @param wipes whether the store loses its memory once
 * @param lost share of changes that are never sent
 * @param late share of changes that come late, up to several settle times
 * @param doubled share of changes that are sent twice
 * @param answersLost share of answers that get lost
 * @param horizon how long writers write
 * @param every how often each reconciler begins a pass
 */
record Settings(
    int subjects,
    long window,
    long settle,
    long lag,
    long skew,
    long jitter,
    long storeAhead,
    boolean immutable,
    boolean snapshots,
    boolean tellsOpenTransactions,
    boolean calm,
    boolean wipes,
    double lost,
    double late,
    double doubled,
    double answersLost,
    long horizon,
    long every) {

  static final String COUNTER = "post.comments";

  static Settings of(RandomGenerator random) {
    long window = pick(random, 1, 2, 5, 10) * SECOND;
    long settle = window * pick(random, 2, 3, 6);
    long lag = (long) (settle * (0.02 + 0.5 * random.nextDouble()));
    boolean calm = random.nextInt(5) == 0;
    // A stamp that is ahead of the source's clock by more than a window can be seen by a recount
    // and
    // lie past its doubtful interval: a drift is then called proved that the recount brought about.
    // Nothing else suffers, so only the calm worlds, which look at that, keep skew below a window.
    long skewMax = Math.min(settle - lag, calm ? window : settle);
    long skew = Math.min((long) (settle * 0.3 * random.nextDouble()) + 1_000, skewMax);
    long jitter = calm || random.nextInt(3) > 0 ? 0 : (settle - lag - skew) / 2;
    return new Settings(
        2 + random.nextInt(4),
        window,
        settle,
        lag,
        skew,
        jitter,
        (long) (skew * (random.nextDouble() * 2 - 1)),
        random.nextInt(4) == 0,
        random.nextBoolean(),
        random.nextInt(4) == 0,
        calm,
        !calm && random.nextInt(6) == 0,
        calm ? 0 : pick(random, 0, 2, 10) / 100.0,
        calm ? 0 : pick(random, 0, 5, 20) / 100.0,
        pick(random, 0, 5, 20) / 100.0,
        pick(random, 0, 5, 20) / 100.0,
        settle * 25,
        settle * 3);
  }

  private static int pick(RandomGenerator random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }

  Counter counter() {
    return new Counter(
        COUNTER,
        new Windows(Duration.of(window, ChronoUnit.MICROS)),
        Duration.of(settle, ChronoUnit.MICROS),
        immutable);
  }

  /** The start of the window that a time is in. */
  long startOf(long time) {
    return time == World.NONE ? time : time - Math.floorMod(time, window);
  }
}
