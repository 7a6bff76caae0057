package dev.trueup.reconcile;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.RepairLog;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.store.SourceSnapshot.Fact;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows that explain a drift, by comparing the facts that a recount saw for the first time
 * with the changes that were sent about them.
 *
 * <p>What it cannot see: a row that was removed without a trace and without a change. Its drift
 * stays unexplained, and {@link Explanation#explained} says by how much.
 */
public final class Attribution {
  private final Counter counter;
  private final SourceSnapshot snapshot;
  private final RepairLog log;
  private final int factsMax;

  /**
   * @param snapshot of the source, as it is now
   * @param log knows what earlier repairs called lost
   * @param factsMax the most facts of one subject to look at
   */
  public Attribution(Counter counter, SourceSnapshot snapshot, RepairLog log, int factsMax) {
    this.counter = counter;
    this.snapshot = snapshot;
    this.log = log;
    this.factsMax = factsMax;
  }

  Explanation explain(
      Subject subject,
      Watermark from,
      Watermark to,
      List<Change> judged,
      RecordedSubject recorded) {
    Map<String, List<Change>> changes = new LinkedHashMap<>();
    for (Change change : judged) {
      changes.computeIfAbsent(change.fact(), fact -> new ArrayList<>()).add(change);
    }
    List<Fact> between = snapshot.factsBetween(subject, from, to, factsMax + 1);
    boolean complete = between.size() <= factsMax;
    Map<String, Fact> facts = new LinkedHashMap<>();
    between.stream().limit(factsMax).forEach(fact -> facts.put(fact.id(), fact));
    Set<String> old = new HashSet<>(changes.keySet());
    old.removeAll(facts.keySet());
    Map<String, Fact> oldFacts = new LinkedHashMap<>();
    if (!old.isEmpty()) {
      snapshot.factsById(subject, old).forEach(fact -> oldFacts.put(fact.id(), fact));
    }
    Set<String> movedOn = movedOn(recorded, to);

    Sorter sorter = new Sorter();
    facts.forEach(
        (id, fact) -> {
          if (!movedOn.contains(id)) {
            sorter.sort(id, expected(fact, from), changes.getOrDefault(id, List.of()));
          }
        });
    for (String id : old) {
      if (movedOn.contains(id)) {
        continue;
      }
      List<Change> sent = changes.getOrDefault(id, List.of());
      if (contradicts(net(sent), oldFacts.get(id))) {
        sorter.sort(id, 0, sent);
      }
    }
    return new Explanation(
        sorter.lost,
        sorter.phantom,
        late(subject, recorded),
        sorter.doubled,
        sorter.explained,
        complete);
  }

  /**
   * Of an old fact only its present is known. An addition of what does not count now, or a removal
   * of exactly what still counts, had no cause; anything else may have been an edit.
   */
  private static boolean contradicts(long net, @Nullable Fact fact) {
    boolean counts = fact != null && fact.counts();
    return net > 0 ? !counts : counts && fact != null && -net == fact.weight();
  }

  /** Facts that changed again past the new watermark: the snapshot shows them as they are now. */
  private Set<String> movedOn(RecordedSubject recorded, Watermark to) {
    Set<String> facts = new HashSet<>();
    for (Change change : recorded.changes()) {
      if (!to.covers(counter.cellOf(change))) {
        facts.add(change.fact());
      }
    }
    return facts;
  }

  private static long expected(Fact fact, Watermark from) {
    if (fact.createdAt().isBefore(from.factsBefore())) {
      return fact.counts() ? 0 : -fact.weight();
    }
    return fact.counts() ? fact.weight() : 0;
  }

  private List<String> late(Subject subject, RecordedSubject recorded) {
    if (recorded.covered().isEmpty()) {
      return List.of();
    }
    Set<String> lostBefore =
        new HashSet<>(
            log.newest(counter.name(), subject)
                .map(RepairEntry::evidence)
                .map(Explanation::lostIn)
                .orElse(List.of()));
    return recorded.covered().stream()
        .map(Change::fact)
        .filter(lostBefore::contains)
        .distinct()
        .toList();
  }

  private static long net(List<Change> changes) {
    long net = 0;
    for (Change change : changes) {
      net = Math.addExact(net, change.amount());
    }
    return net;
  }

  /** Puts each fact whose changes do not add up under one word. */
  private static final class Sorter {
    private final List<String> lost = new ArrayList<>();
    private final List<String> phantom = new ArrayList<>();
    private final List<String> doubled = new ArrayList<>();
    private long explained;

    void sort(String id, long expected, List<Change> changes) {
      long sent = net(changes);
      if (sent == expected) {
        return;
      }
      explained = Math.addExact(explained, Math.subtractExact(sent, expected));
      if (changes.isEmpty()) {
        lost.add(id);
      } else if (expected == 0) {
        phantom.add(id);
      } else if (sent % expected == 0 && sent / expected > 1) {
        doubled.add(id);
      } else {
        lost.add(id);
      }
    }
  }
}
