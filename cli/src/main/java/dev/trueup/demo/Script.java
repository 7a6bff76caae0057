package dev.trueup.demo;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Decides what happens next, from the seed alone. Used by one thread. */
final class Script {
  /** What a user does. */
  enum Action {
    WRITE,
    WRITE_LATE,
    REMOVE,
    RESTORE,
    MOVE
  }

  /** What goes wrong on the way to the counters. */
  enum Fault {
    NONE,
    CRASH,
    LOST_ANSWER,
    DUPLICATE
  }

  /** Of 1,000 events. */
  private static final int LATE = 30;

  private static final int REMOVED = 50;
  private static final int RESTORED = 15;
  private static final int MOVED = 15;

  /** Of 1,000 events. */
  private static final int CRASHED = 12;

  private static final int ANSWER_LOST = 20;
  private static final int DUPLICATED = 12;

  /** Of 1,000 late rows. */
  private static final int LATER_THAN_SETTLE = 300;

  /** Seconds between two visits of an administrator, on average. */
  private static final int BY_HAND_SECONDS = 6;

  private static final int ROWS_BY_HAND_MAX = 5;

  private final RandomGenerator random;
  private final int posts;
  private final int rate;
  private final double weights;

  /**
   * @param posts numbered from 1; the lower the number, the more is going on
   * @param rate events per second
   */
  Script(RandomGenerator random, int posts, int rate) {
    this.random = random;
    this.posts = posts;
    this.rate = rate;
    double sum = 0;
    for (int post = 1; post <= posts; post++) {
      sum += weight(post);
    }
    this.weights = sum;
  }

  RandomGenerator random() {
    return random;
  }

  private static double weight(int post) {
    return 1.0 / (post + 2);
  }

  int post() {
    double left = random.nextDouble() * weights;
    for (int post = 1; post < posts; post++) {
      left -= weight(post);
      if (left < 0) {
        return post;
      }
    }
    return posts;
  }

  /** Any post but this one; there are at least two. */
  int postBut(int other) {
    int post = post();
    return post != other ? post : post % posts + 1;
  }

  Action action() {
    int drawn = random.nextInt(1_000);
    if ((drawn -= LATE) < 0) {
      return Action.WRITE_LATE;
    }
    if ((drawn -= REMOVED) < 0) {
      return Action.REMOVE;
    }
    if ((drawn -= RESTORED) < 0) {
      return Action.RESTORE;
    }
    return drawn - MOVED < 0 ? Action.MOVE : Action.WRITE;
  }

  Fault fault() {
    int drawn = random.nextInt(1_000);
    if ((drawn -= CRASHED) < 0) {
      return Fault.CRASH;
    }
    if ((drawn -= ANSWER_LOST) < 0) {
      return Fault.LOST_ANSWER;
    }
    return drawn - DUPLICATED < 0 ? Fault.DUPLICATE : Fault.NONE;
  }

  boolean isLaterThanSettle() {
    return random.nextInt(1_000) < LATER_THAN_SETTLE;
  }

  /** How long after its stamp a late row is committed. */
  Duration lateness(boolean laterThanSettle) {
    long settle = Times.SETTLE.toMillis();
    return Duration.ofMillis(
        laterThanSettle
            ? random.nextLong(settle + 1_000, 3 * settle)
            : random.nextLong(100, settle - 500));
  }

  /** How long after the first delivery a message comes again. */
  Duration redeliveryDelay() {
    return Duration.ofMillis(random.nextLong(50, 8_000));
  }

  boolean isAdministratorAtWork() {
    return random.nextInt(rate * BY_HAND_SECONDS) == 0;
  }

  Injected byHand() {
    return switch (random.nextInt(3)) {
      case 0 -> Injected.DELETED_BY_HAND;
      case 1 -> Injected.RESTORED_BY_HAND;
      default -> Injected.MOVED_BY_HAND;
    };
  }

  int rowsByHand() {
    return 1 + random.nextInt(ROWS_BY_HAND_MAX);
  }
}
