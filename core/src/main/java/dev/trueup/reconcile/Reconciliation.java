package dev.trueup.reconcile;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.reconcile.Judgement.Judged;
import dev.trueup.reconcile.Observation.Observed;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.store.SourceSnapshot.Truth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The three steps of recounting a managed counter: observe, judge, settle. They are apart because
 * time has to pass between them, and because every interleaving with the hot path and with other
 * reconcilers happens between them. Correctness rests on the condition of the settle alone.
 *
 * <p>Thread-safe: it holds no state of its own.
 */
public final class Reconciliation {
  private static final RecordedSubject NOTHING_RECORDED =
      new RecordedSubject(null, List.of(), List.of());

  private final Counter counter;
  private final CounterStore store;

  public Reconciliation(Counter counter, CounterStore store) {
    this.counter = counter;
    this.store = store;
  }

  public Counter counter() {
    return counter;
  }

  /**
   * The watermark of a snapshot. For a mutable source B is the boundary at or before the first read
   * and W a settle time back; for an immutable one both are the last boundary a settle time back,
   * because its stamps say what was true then. W stays a settle time below the start of the oldest
   * transaction that was open, where the source tells: its rows are stamped, by clocks that may run
   * behind, but not to be seen yet.
   *
   * @throws SourceRefusedException if the newest stamp is more than a settle time ahead of the
   *     source's clock
   */
  public Watermark watermarkOf(SourceSnapshot snapshot) {
    Instant now = snapshot.firstReadAt();
    refuseStampsAhead(snapshot, now);
    Instant boundary = counter.windows().startOf(now);
    Instant seenUntil =
        snapshot.oldestOpenTransaction().filter(began -> began.isBefore(boundary)).orElse(boundary);
    Instant factsBefore = counter.factsBeforeFor(seenUntil);
    return new Watermark(factsBefore, counter.immutable() ? factsBefore : boundary);
  }

  private void refuseStampsAhead(SourceSnapshot snapshot, Instant now) {
    Instant newest = snapshot.newestStamp().orElse(now);
    if (newest.isAfter(now.plus(counter.settle()))) {
      throw new SourceRefusedException(
          "Counter "
              + counter.name()
              + ": the newest stamp of its source is "
              + newest
              + ", more than the settle time of "
              + counter.settle()
              + " ahead of the database's clock at "
              + now
              + ". Recounting would be wrong; correct the stamps, the clock or the zone.");
    }
  }

  /**
   * Step 1. Counts the subjects in the snapshot.
   *
   * @param subjects what to count
   * @param heads read before the snapshot opened, or inside it; subjects without one are left out
   * @param watermark as {@link #watermarkOf} gives it for this snapshot
   */
  public Observation observe(
      Collection<Subject> subjects,
      Map<Subject, Head> heads,
      SourceSnapshot snapshot,
      Watermark watermark) {
    Map<Watermark, List<Subject>> byWatermark = new HashMap<>();
    for (Subject subject : subjects) {
      Head head = heads.get(subject);
      byWatermark.computeIfAbsent(raised(watermark, head), mark -> new ArrayList<>()).add(subject);
    }
    Map<Subject, Observed> observed = new HashMap<>();
    byWatermark.forEach(
        (mark, group) -> {
          Map<Subject, Truth> truths =
              snapshot.count(
                  group, mark.factsBefore(), counter.immutable() ? mark.eventsBefore() : null);
          for (Subject subject : group) {
            Truth truth = truths.getOrDefault(subject, Truth.ZERO);
            observed.put(subject, new Observed(heads.get(subject), mark, truth));
          }
        });
    if (counter.immutable()) {
      return new Observation(watermark, Doubt.NONE, snapshot.firstReadAt(), observed);
    }
    Instant eventsBefore = watermark.eventsBefore();
    Doubt doubt =
        new Doubt(
            counter.factsBeforeFor(eventsBefore),
            snapshot.lastReadAt().plus(counter.windows().size()));
    // From the last read, not from B: what was seen late has to have been told by then.
    Instant judgeFrom = snapshot.lastReadAt().plus(counter.settle());
    return new Observation(watermark, doubt, judgeFrom, observed);
  }

  private static Watermark raised(Watermark watermark, @Nullable Head head) {
    Head.Base base = head == null ? null : head.base();
    return base == null ? watermark : watermark.raisedTo(base.watermark());
  }

  /**
   * Step 2, no earlier than {@link Observation#judgeFrom} by the source's clock. Changes nothing.
   *
   * @param attribution looks for the facts that explain a drift; null: nobody asked
   */
  public Judgement judge(Observation observation, @Nullable Attribution attribution) {
    Map<Subject, RecordedSubject> recorded =
        store.examine(counter, observation.subjects().keySet());
    List<Judged> judged = new ArrayList<>();
    new TreeMap<>(observation.subjects())
        .forEach(
            (subject, seen) ->
                judged.add(
                    judge(
                        subject,
                        seen,
                        recorded.getOrDefault(subject, NOTHING_RECORDED),
                        observation.doubt(),
                        attribution)));
    return new Judgement(observation.doubt(), judged);
  }

  private Judged judge(
      Subject subject,
      Observed seen,
      RecordedSubject recorded,
      Doubt doubt,
      @Nullable Attribution attribution) {
    Head before = seen.head();
    Head.Base base = before == null ? null : before.base();
    Watermark watermark = seen.watermark();
    List<Change> judged = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    long claimed = base == null ? 0 : base.value();
    long least = 0;
    long most = 0;
    boolean doubtSeen = false;
    for (Change change : recorded.changes()) {
      Cell cell = counter.cellOf(change);
      boolean inOld = base != null && base.watermark().covers(cell);
      boolean inNew = watermark.covers(cell);
      if (inNew && !inOld) {
        judged.add(change);
        ids.add(change.id());
        claimed = Math.addExact(claimed, change.amount());
      }
      if (!inOld && doubt.includes(cell, watermark)) {
        doubtSeen = true;
        // Claimed but perhaps not seen: the drift is smaller by it. Not claimed but perhaps seen:
        // larger.
        long shift = inNew ? -change.amount() : change.amount();
        least = Math.addExact(least, Math.min(0, shift));
        most = Math.addExact(most, Math.max(0, shift));
      }
    }
    boolean overtaken = !sameVersion(before, recorded.head());
    boolean held = before != null && before.held();
    long truth = seen.truth().value();
    if (base == null || overtaken) {
      Finding finding =
          new Finding(
              subject,
              watermark,
              null,
              truth,
              Drift.NONE,
              Verdict.AGREES,
              Explanation.NONE,
              overtaken);
      return new Judged(finding, versionOf(before), markOf(before), ids, doubtSeen, held);
    }
    long amount = Math.subtractExact(claimed, truth);
    Drift drift = new Drift(amount, Math.addExact(amount, least), Math.addExact(amount, most));
    Explanation explanation =
        attribution == null || (drift.isNone() && recorded.covered().isEmpty())
            ? Explanation.NONE
            : attribution.explain(subject, base.watermark(), watermark, judged, recorded);
    Finding finding =
        new Finding(
            subject, watermark, claimed, truth, drift, verdictOf(drift), explanation, false);
    return new Judged(finding, versionOf(before), markOf(before), ids, doubtSeen, held);
  }

  private static Verdict verdictOf(Drift drift) {
    return drift.isNone() ? Verdict.AGREES : drift.isProved() ? Verdict.DRIFT : Verdict.UNDECIDED;
  }

  private static boolean sameVersion(@Nullable Head before, @Nullable Head now) {
    // A head without a base may come into being between the two: the hot path makes it.
    if (before == null) {
      return now == null || now.base() == null;
    }
    return now != null && now.version() == before.version();
  }

  private static @Nullable Long versionOf(@Nullable Head head) {
    return head == null ? null : head.version();
  }

  private static long markOf(@Nullable Head head) {
    return head == null ? 0 : head.mark();
  }

  /**
   * Step 3. Installs the truth of each subject, unless somebody else did since it was observed.
   *
   * @param repairs puts what was wrong on record
   * @return a result for each subject of the judgement, in its order
   */
  public List<Settlement.Result> settle(Judgement judgement, Repairs repairs) {
    List<Settlement> settlements = new ArrayList<>();
    Set<Subject> knownBefore = repairs.knownAmongFirst(counter, judgement);
    for (Judged judged : judgement.subjects()) {
      Finding finding = judged.finding();
      settlements.add(
          new Settlement(
              finding.subject(),
              judged.observedVersion(),
              judged.observedMark(),
              finding.truth(),
              finding.watermark(),
              judged.judged(),
              judgement.doubt(),
              judged.doubtSeen(),
              judged.held()
                  ? null
                  : repairs.entryFor(
                      counter,
                      finding,
                      knownBefore.contains(finding.subject()),
                      store.mayLoseMemory())));
    }
    List<Settlement.Result> results = repairs.settle(counter, store, settlements);
    if (results.size() != settlements.size()) {
      throw new BrokenInvariantException(
          "Counter "
              + counter.name()
              + ": the store answered "
              + results.size()
              + " of "
              + settlements.size()
              + " settlements.");
    }
    return results;
  }
}
