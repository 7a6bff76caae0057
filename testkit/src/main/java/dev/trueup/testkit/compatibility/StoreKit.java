package dev.trueup.testkit.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One test's store and counter, with the few moves that all tests share. Windows are ten seconds
 * and numbered: window 0 begins at or just after the moment since which the store accepts changes.
 * The settle time is an hour, so that no test depends on how fast it runs.
 */
public final class StoreKit {
  static final Subject POST = new Subject("post-1");
  static final Duration SETTLE = Duration.ofHours(1);

  /** Windows from 0 to this one are surely not in the future, by the settle time's allowance. */
  static final int WINDOW_ALLOWED_MAX = 300;

  private final CounterStore store;
  private final RepairLog repairLog;
  private final Counter counter;
  private final Instant zero;

  StoreKit(CounterStore store, RepairLog repairLog, String counterName) {
    this.store = store;
    this.repairLog = repairLog;
    this.counter = new Counter(counterName, new Windows(Counter.WINDOW_DEFAULT), SETTLE, false);
    store.enable(counter);
    this.zero = counter.windows().boundaryFrom(store.acceptingSince(counter));
  }

  CounterStore store() {
    return store;
  }

  RepairLog repairLog() {
    return repairLog;
  }

  Counter counter() {
    return counter;
  }

  /** The start of a window; negative ones are before the store accepted changes. */
  Instant window(int number) {
    return zero.plus(counter.windows().size().multipliedBy(number));
  }

  Watermark watermark(int factsBefore, int eventsBefore) {
    return new Watermark(window(factsBefore), window(eventsBefore));
  }

  /** A change of POST in a cell, stamped off the boundaries and to the microsecond. */
  Change change(String id, long amount, int factWindow, int eventWindow) {
    return change(POST, id, amount, factWindow, eventWindow);
  }

  Change change(Subject subject, String id, long amount, int factWindow, int eventWindow) {
    return new Change(
        counter.name(),
        subject,
        amount,
        "fact of " + id,
        id,
        window(eventWindow).plusNanos(1_234_567_000),
        window(factWindow).plusNanos(7_654_321_000L));
  }

  /** Skips what needs the reading right after one's own change, where the store has none. */
  void assumeReadings() {
    assumeTrue(
        store.givesReadings(counter), "the reading right after a change: not observable here");
  }

  Outcome accept(Change change) {
    return accept(List.of(change)).get(0);
  }

  List<Outcome> accept(List<Change> changes) {
    return store.accept(counter, changes, false);
  }

  List<Outcome.Kind> kindsOf(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::kind).toList();
  }

  void apply(Change... changes) {
    assertThat(kindsOf(accept(List.of(changes)))).containsOnly(Outcome.Kind.APPLIED);
  }

  Head head(Subject subject) {
    Head head = headOrNull(subject);
    assertThat(head).as("head of %s", subject).isNotNull();
    return Objects.requireNonNull(head);
  }

  @Nullable Head headOrNull(Subject subject) {
    return store.heads(counter, List.of(subject)).get(subject);
  }

  StoredSubject stored(Subject subject) {
    return store
        .read(counter, List.of(subject))
        .getOrDefault(subject, new StoredSubject(null, Map.of()));
  }

  RecordedSubject recorded(Subject subject) {
    return store
        .examine(counter, List.of(subject))
        .getOrDefault(subject, new RecordedSubject(null, List.of(), List.of()));
  }

  List<String> recordedIds(Subject subject) {
    return recorded(subject).changes().stream().map(Change::id).sorted().toList();
  }

  long fast(Subject subject) {
    return stored(subject).fastValue();
  }

  boolean isCandidate(Subject subject) {
    return everyCandidate(7).contains(subject);
  }

  List<Subject> everyCandidate(int pageSize) {
    return pages(after -> store.candidates(counter, after, pageSize), pageSize);
  }

  List<Subject> everySubject(int pageSize) {
    return pages(after -> store.subjects(counter, after, pageSize), pageSize);
  }

  Set<Subject> everySubjectOrCandidate() {
    Set<Subject> all = new HashSet<>(everySubject(100));
    all.addAll(everyCandidate(100));
    return all;
  }

  private static List<Subject> pages(
      Function<@Nullable Subject, List<Subject>> pageAfter, int pageSize) {
    List<Subject> all = new ArrayList<>();
    Subject after = null;
    while (true) {
      List<Subject> page = pageAfter.apply(after);
      assertThat(page).hasSizeLessThanOrEqualTo(pageSize);
      all.addAll(page);
      assertThat(all).doesNotHaveDuplicates();
      if (page.isEmpty()) {
        return all;
      }
      after = page.get(page.size() - 1);
    }
  }

  /** What a reconciler remembers of a head between observing and settling. */
  record Seen(@Nullable Long version, long mark) {}

  Seen see(Subject subject) {
    Head head = headOrNull(subject);
    return head == null ? new Seen(null, 0) : new Seen(head.version(), head.mark());
  }

  /** The ids that an honest judge would judge now: outside the old base, inside the new. */
  Set<String> judge(Subject subject, Watermark watermark) {
    RecordedSubject recorded = recorded(subject);
    Head head = recorded.head();
    Set<String> judged = new HashSet<>();
    for (Change change : recorded.changes()) {
      if (watermark.covers(counter.cellOf(change))
          && (head == null || !head.covers(counter.cellOf(change)))) {
        judged.add(change.id());
      }
    }
    return judged;
  }

  Settlement settlement(
      Subject subject, Seen seen, long truth, Watermark watermark, Collection<String> judged) {
    return settlement(subject, seen, truth, watermark, judged, null);
  }

  Settlement settlement(
      Subject subject,
      Seen seen,
      long truth,
      Watermark watermark,
      Collection<String> judged,
      @Nullable RepairEntry entry) {
    return new Settlement(
        subject,
        seen.version(),
        seen.mark(),
        truth,
        watermark,
        Set.copyOf(judged),
        Doubt.NONE,
        false,
        entry);
  }

  /** Observes, judges and settles at once, and has to succeed. */
  void install(Subject subject, long truth, Watermark watermark) {
    Settlement settlement =
        settlement(subject, see(subject), truth, watermark, judge(subject, watermark));
    assertThat(settle(settlement)).isEqualTo(Settlement.Result.INSTALLED);
  }

  Settlement.Result settle(Settlement settlement) {
    return store.settle(counter, List.of(settlement)).get(0);
  }

  /** Everything that the store tells of a subject, to show that nothing was written. */
  String everythingOf(Subject subject) {
    return stored(subject)
        + " "
        + recordedIds(subject)
        + " "
        + recorded(subject).covered().size()
        + " "
        + isCandidate(subject);
  }
}
