package dev.trueup.store;

import dev.trueup.counter.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subject's head with every change that its cells are made of, as of one moment.
 *
 * @param head null where the store knows nothing of the subject
 * @param changes the recorded changes, those inside the base included
 * @param covered the newest changes that were answered COVERED since the last settle, at most
 *     {@link CounterStore#COVERED_KEPT_MAX}; only for explaining drift
 */
public record RecordedSubject(@Nullable Head head, List<Change> changes, List<Change> covered) {
  public RecordedSubject {
    changes = List.copyOf(changes);
    covered = List.copyOf(covered);
  }
}
