package dev.trueup.jdbc.cases;

import dev.trueup.counter.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** How the changes of a case reach Trueup. */
enum Play {
  IN_ORDER,
  EVERY_CHANGE_TWICE,
  SHUFFLED_1(1),
  SHUFFLED_2(2),
  SHUFFLED_3(3),
  /** The application crashed each time between row and change. */
  NOTHING_SENT,
  /** Removals are counted again under an id of their own: the hook that runs in two processes. */
  REMOVALS_COUNTED_TWICE;

  private final long seed;

  Play() {
    this(0);
  }

  Play(long seed) {
    this.seed = seed;
  }

  /** Whether every fact is told, each under its own id, so that readings are right at once. */
  boolean isHonest() {
    return this != NOTHING_SENT && this != REMOVALS_COUNTED_TWICE;
  }

  List<Change> deliver(List<Change> sent) {
    List<Change> delivered = new ArrayList<>();
    switch (this) {
      case IN_ORDER -> delivered.addAll(sent);
      case NOTHING_SENT -> {}
      case EVERY_CHANGE_TWICE -> {
        delivered.addAll(sent);
        delivered.addAll(sent);
      }
      case REMOVALS_COUNTED_TWICE -> {
        for (Change change : sent) {
          delivered.add(change);
          if (change.amount() < 0) {
            delivered.add(
                Change.adjusted(change.counter(), change.subject().key(), change.amount())
                    .fact(change.fact())
                    .id(change.id() + "again")
                    .factAt(change.factAt())
                    .at(change.occurredAt()));
          }
        }
      }
      case SHUFFLED_1, SHUFFLED_2, SHUFFLED_3 -> {
        delivered.addAll(sent);
        delivered.addAll(sent);
        Collections.shuffle(delivered, new Random(seed));
      }
    }
    return delivered;
  }
}
