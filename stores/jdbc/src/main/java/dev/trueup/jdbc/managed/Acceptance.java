package dev.trueup.jdbc.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Transaction;
import dev.trueup.store.Admission;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The hot path: one transaction per batch. The heads of its subjects are locked first, in key
 * order; from then on nobody else writes their cells and ids, and no base can be installed.
 */
final class Acceptance {
  private final CounterTable counters;
  private final HeadStore heads;
  private final ChangeTable changes;
  private final CellTable cells;

  Acceptance(CounterTable counters, HeadStore heads, ChangeTable changes, CellTable cells) {
    this.counters = counters;
    this.heads = heads;
    this.changes = changes;
    this.cells = cells;
  }

  List<Outcome> accept(
      Transaction transaction,
      int counterId,
      Counter counter,
      List<Change> batch,
      boolean withReading)
      throws SQLException {
    List<Subject> subjects =
        SubjectOrder.sorted(batch.stream().map(Change::subject).distinct().toList());
    HeadStore.Locked locked = heads.lock(transaction, counterId, subjects);
    Map<Subject, LockedHead> known = locked.heads();
    Instant now = locked.now();
    if (known.size() < subjects.size()) {
      // Also finds out that the tables were emptied: then nothing may be accepted unasked.
      CounterTable.Enabled enabled = counters.enabled(transaction, counter);
      if (enabled.id() != counterId) {
        return accept(transaction, enabled.id(), counter, batch, withReading);
      }
      now = now.isAfter(enabled.now()) ? now : enabled.now();
      List<Subject> wanted = new ArrayList<>(subjects);
      wanted.retainAll(newcomers(counter, batch, known, now));
      known.putAll(heads.create(transaction, counterId, wanted, new HashSet<>()));
    }
    BatchPlan plan = new BatchPlan(counter, batch, known, now, withReading);
    if (!plan.summed().isEmpty()) {
      plan.startFrom(cells.of(transaction, counterId, plan.summed()));
    }
    if (!plan.exactKeys().isEmpty()) {
      plan.knows(changes.known(transaction, counterId, counter, plan.exactKeys()));
    }
    List<Change> admitted = plan.admit();
    boolean[] added = changes.add(transaction, counterId, counter, admitted);
    Set<ChangeTable.Key> refused = new HashSet<>();
    for (int i = 0; i < added.length; i++) {
      if (!added[i]) {
        refused.add(ChangeTable.Key.of(admitted.get(i)));
      }
    }
    Map<ChangeTable.Key, Change> duplicates =
        refused.isEmpty() ? Map.of() : changes.known(transaction, counterId, counter, refused);
    plan.added(added, duplicates);
    cells.add(transaction, counterId, plan.sums());
    heads.widen(transaction, counterId, plan.widened());
    if (!plan.covered().isEmpty()) {
      cover(transaction, counterId, plan.covered(), known);
    }
    return plan.outcomes();
  }

  /**
   * Subjects without a head that have a change which will be accepted: a refusal writes nothing.
   */
  private static Set<Subject> newcomers(
      Counter counter, List<Change> batch, Map<Subject, LockedHead> known, Instant now) {
    Set<Subject> newcomers = new HashSet<>();
    for (Change change : batch) {
      if (!known.containsKey(change.subject())
          && Admission.refusal(counter, null, change, null, now) == null) {
        newcomers.add(change.subject());
      }
    }
    return newcomers;
  }

  private void cover(
      Transaction transaction, int counterId, List<Change> covered, Map<Subject, LockedHead> known)
      throws SQLException {
    Map<Subject, Long> raisedBy = new HashMap<>();
    Map<Change, Long> markOf = new HashMap<>();
    for (Change change : covered) {
      LockedHead head = known.get(change.subject());
      if (head != null) {
        long raised = raisedBy.merge(change.subject(), 1L, Long::sum);
        markOf.put(change, head.head().mark() + raised);
      }
    }
    heads.mark(transaction, counterId, raisedBy);
    changes.keepCovered(transaction, counterId, markOf);
  }
}
