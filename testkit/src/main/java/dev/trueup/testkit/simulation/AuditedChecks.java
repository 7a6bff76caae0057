package dev.trueup.testkit.simulation;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.managed.Counters;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.RepairLog;
import dev.trueup.store.StoredSubject;
import dev.trueup.testkit.simulation.AuditedSubject.CellKey;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the store against the auditor's books after every event. What differs names its invariant.
 */
final class AuditedChecks {
  private static final int ALL_EVERY = 16;

  private final Auditor auditor;
  private final World world;
  private final CounterStore store;
  private final Counter counter;
  private final RepairLog log;
  private final List<Subject> all;
  private long events;

  AuditedChecks(Auditor auditor, World world, CounterStore store, Counter counter, RepairLog log) {
    this.auditor = auditor;
    this.world = world;
    this.store = store;
    this.counter = counter;
    this.log = log;
    this.all = Subjects.first(auditor.settings.subjects());
  }

  /** A time as the trace writes it: seconds since the beginning. */
  static String time(long micros) {
    return micros == World.NONE
        ? "none"
        : String.format(Locale.ROOT, "%.3f", (micros - Agenda.START) / (double) Agenda.SECOND);
  }

  /**
   * Checks every subject that a call has touched since the last event, and every so often all of
   * them, for a call that touched what it was not asked about.
   */
  void afterEvent() {
    if (++events % ALL_EVERY == 0) {
      everything();
    } else if (!auditor.touched.isEmpty()) {
      check(List.copyOf(auditor.touched));
    }
    auditor.touched.clear();
  }

  void everything() {
    if (Agenda.micros(store.acceptingSince(counter)) != auditor.acceptingSince) {
      throw new Violation("I4", "the store moved the time since which it accepts changes");
    }
    check(all);
  }

  private void check(List<Subject> some) {
    Map<Subject, StoredSubject> stored = store.read(counter, some);
    Map<Subject, RecordedSubject> recorded = store.examine(counter, some);
    for (Subject subject : some) {
      check(subject, auditor.of(subject), stored.get(subject), recorded.get(subject));
    }
  }

  private void check(
      Subject subject,
      AuditedSubject books,
      @Nullable StoredSubject stored,
      @Nullable RecordedSubject recorded) {
    Head head = stored == null ? null : stored.head();
    checkHead(subject, books, head);
    checkCells(subject, books, stored);
    checkIds(subject, books, recorded);
    if (books.hasBase && stored != null && stored.fastValue() != books.reading()) {
      throw new Violation(
          "I2", subject + " reads " + stored.fastValue() + ", not " + books.reading());
    }
    checkNothingUnseen(subject, books, head);
    RepairEntry newest = log.newest(counter.name(), subject).orElse(null);
    if (newest == null ? books.newestEntry != null : !newest.equals(books.newestEntry)) {
      throw new Violation(
          "I9", "on record about " + subject + " is " + newest + ", not " + books.newestEntry);
    }
  }

  private void checkHead(Subject subject, AuditedSubject books, @Nullable Head head) {
    if ((head != null) != (books.epoch != 0)) {
      throw new Violation("I8", subject + " has the head " + head);
    }
    if (head == null) {
      return;
    }
    Head.Base base = head.base();
    if ((base != null) != books.hasBase) {
      throw new Violation("I7", subject + " has the base " + base);
    }
    if (base != null) {
      if (base.value() != books.base) {
        throw new Violation("I2", subject + " has base " + base.value() + ", not " + books.base);
      }
      if (Agenda.micros(base.watermark().factsBefore()) != books.factsBefore
          || Agenda.micros(base.watermark().eventsBefore()) != books.eventsBefore) {
        throw new Violation("I6", subject + " has the watermark " + base.watermark());
      }
    }
    if (head.held() != books.held) {
      throw new Violation("I9", subject + " is held: " + head.held());
    }
    checkVersion(subject, books, head);
    checkMark(subject, books, head);
  }

  private static void checkVersion(Subject subject, AuditedSubject books, Head head) {
    boolean sameVersion = head.version() == books.version;
    if (books.versionEpoch != -1 && (books.versionEpoch == books.epoch) != sameVersion) {
      throw new Violation(
          "I6",
          subject
              + (sameVersion
                  ? " kept its version over an install, a hold or a forget"
                  : " changed its version without one"));
    }
    books.version = head.version();
    books.versionEpoch = books.epoch;
  }

  private void checkMark(Subject subject, AuditedSubject books, Head head) {
    if (books.markToAdopt) {
      if (books.hasToStayMarked && !head.marked()) {
        throw new Violation(
            "I4",
            subject
                + " was marked meanwhile, or dropped is not judged, or something was in doubt, and it"
                + " is not marked");
      }
      if (head.marked()) {
        auditor.rare.add(RareEvent.MARK_KEPT);
      } else if (books.marked) {
        auditor.rare.add(RareEvent.MARK_CLEARED);
      }
      books.marked = head.marked();
      books.markToAdopt = false;
    }
    if (head.marked() != books.marked) {
      throw new Violation("I4", subject + " is marked: " + head.marked());
    }
  }

  private static void checkCells(
      Subject subject, AuditedSubject books, @Nullable StoredSubject stored) {
    Map<Cell, Long> cells = stored == null ? Map.of() : stored.cells();
    if (cells.size() != books.cells.size()) {
      throw new Violation("I2", subject + " has the cells " + cells + ", not " + books.cells);
    }
    cells.forEach(
        (cell, sum) -> {
          CellKey key = new CellKey(micros(cell.factWindow()), micros(cell.eventWindow()));
          if (!sum.equals(books.cells.get(key))) {
            throw new Violation(
                "I2", subject + " has " + sum + " in " + cell + ", not " + books.cells.get(key));
          }
        });
  }

  private static long micros(Instant instant) {
    return instant.equals(Windows.BEFORE_ALL) ? World.NONE : Agenda.micros(instant);
  }

  private static void checkIds(
      Subject subject, AuditedSubject books, @Nullable RecordedSubject recorded) {
    List<Change> changes = recorded == null ? List.of() : recorded.changes();
    if (changes.size() != books.live.size()) {
      throw new Violation(
          "I3", subject + " has " + changes.size() + " ids, not " + books.live.size());
    }
    for (Change change : changes) {
      Sent known = books.live.get(change.id());
      if (known == null || !known.change.equals(change)) {
        throw new Violation("I3", subject + " has the id " + change.id() + " on record");
      }
    }
  }

  /** Once inside, a change's fact is in the base, or the subject is marked. */
  private static void checkNothingUnseen(
      Subject subject, AuditedSubject books, @Nullable Head head) {
    if (books.unseen.isEmpty() || (head != null && head.marked())) {
      return;
    }
    for (Sent sent : books.unseen) {
      if (books.inside(sent)
          && !sent.effect.operation.phantom
          && sent.effect.operation.committedAt > books.observedAt) {
        throw new Violation(
            "I4",
            "change "
                + sent.change.id()
                + " of "
                + subject
                + " is inside, its fact was committed at "
                + time(sent.effect.operation.committedAt)
                + ", after the base was read at "
                + time(books.observedAt)
                + ", and the subject is not marked");
      }
    }
  }

  /** Readings in all modes, as a user gets them. */
  void readings(Counters counters) {
    for (Subject subject : all) {
      AuditedSubject books = auditor.of(subject);
      long truth = world.truth(Subjects.number(subject));
      Reading fast = counters.read(counter.name(), subject.key());
      long expected = books.hasBase ? books.reading() : truth;
      if (fast.value() != expected || fast.hasBase() != books.hasBase) {
        throw new Violation("I7", "a reading says " + fast + ", not " + expected);
      }
      Reading source = counters.read(counter.name(), subject.key(), Reading.Mode.SOURCE);
      if (source.value() != truth) {
        throw new Violation("I7", "a full count says " + source + ", not " + truth);
      }
      Reading fresh = counters.read(counter.name(), subject.key(), Reading.Mode.FRESH);
      if (auditor.settings.immutable() && !books.undone && fresh.value() != truth) {
        throw new Violation(
            "I7", "a fresh reading of an immutable source says " + fresh + ", not " + truth);
      }
    }
  }

  /** At the end: what the sweep left behind. */
  void converged(Counters counters) {
    for (Subject subject : all) {
      long truth = world.truth(Subjects.number(subject));
      Reading reading = counters.read(counter.name(), subject.key());
      if (reading.value() != truth) {
        throw new Violation(
            "I1", "after the last sweep " + subject + " reads " + reading + ", not " + truth);
      }
    }
    List<Subject> candidates = store.candidates(counter, null, 10);
    if (!candidates.isEmpty()) {
      throw new Violation("I1", "after the last sweep these are left to do: " + candidates);
    }
  }

  /** After incremental passes alone: all but what leaves no trace is healed. */
  void healedWithoutSweep(Counters counters) {
    for (Subject subject : all) {
      boolean traceless =
          auditor.of(subject).lost.stream()
              .anyMatch(effect -> !effect.operation.leavesTrace && !effect.operation.phantom);
      long truth = world.truth(Subjects.number(subject));
      Reading reading = counters.read(counter.name(), subject.key());
      if (!traceless && reading.value() != truth) {
        throw new Violation(
            "I1",
            "after incremental passes "
                + subject
                + " reads "
                + reading
                + ", not "
                + truth
                + ", though all that was lost left a trace");
      }
    }
  }
}
