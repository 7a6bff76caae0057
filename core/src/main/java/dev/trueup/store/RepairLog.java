package dev.trueup.store;

import dev.trueup.counter.Subject;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The record of repairs. Append-mostly: an entry's state moves on, nothing is removed.
 * Implementations are thread-safe.
 */
public interface RepairLog {
  /** Opens a repair and gives it the next id of its UTC day. */
  Repair open(Instant at);

  /**
   * Writes entries, or moves their state on, all or none. The key of an entry is (repair, counter,
   * subject, layout).
   */
  void record(List<RepairEntry> entries);

  /** Ends a repair. */
  void close(String repairId, Repair.State state, Instant at);

  /**
   * Finds the repairs that are OPEN with nobody at work on them any more, marks them INTERRUPTED
   * and their INTENDED entries UNKNOWN, and returns them. Repairs in progress elsewhere are left
   * alone.
   */
  List<Repair> interruptAbandoned(Instant at);

  Optional<Repair> find(String repairId);

  /** Repairs in the given state, oldest first. */
  List<Repair> inState(Repair.State state, int limit);

  /** A page of a repair's entries by (counter, subject), past the given one. */
  List<RepairEntry> entries(
      String repairId, @Nullable String afterCounter, @Nullable Subject afterSubject, int limit);

  /** The newest entry about a subject, if it was ever on record. */
  Optional<RepairEntry> newest(String counter, Subject subject);

  /** Which of these subjects were ever on record. */
  default Set<Subject> known(String counter, Collection<Subject> subjects) {
    return subjects.stream()
        .filter(subject -> newest(counter, subject).isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }
}
