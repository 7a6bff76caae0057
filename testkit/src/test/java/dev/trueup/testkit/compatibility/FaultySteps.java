package dev.trueup.testkit.compatibility;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.Head;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.model.ModelSteps;
import java.text.Normalizer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Stores with one step broken, by what is wrong with them. */
final class FaultySteps {
  private FaultySteps() {}

  static Map<String, Supplier<ModelSteps>> all() {
    Map<String, Supplier<ModelSteps>> faults = new LinkedHashMap<>();
    doors(faults);
    settles(faults);
    marks(faults);
    keeping(faults);
    return faults;
  }

  private interface Door {
    @Nullable Outcome admit(
        @Nullable Outcome honest, @Nullable Head head, Change change, @Nullable Change known);
  }

  private static ModelSteps door(Door door) {
    return new ModelSteps() {
      @Override
      public @Nullable Outcome admit(
          Counter counter,
          @Nullable Head head,
          Change change,
          @Nullable Change known,
          Instant now) {
        return door.admit(super.admit(counter, head, change, known, now), head, change, known);
      }
    };
  }

  private static @Nullable Outcome unless(@Nullable Outcome honest, Rejection rejection) {
    return honest != null && honest.rejection() == rejection ? null : honest;
  }

  private static void doors(Map<String, Supplier<ModelSteps>> faults) {
    faults.put(
        "counts duplicates",
        () ->
            door(
                (honest, head, change, known) ->
                    honest != null && honest.kind() == Outcome.Kind.DUPLICATE ? null : honest));
    faults.put(
        "takes another change of the same id for a duplicate",
        () ->
            door(
                (honest, head, change, known) ->
                    honest != null && honest.rejection() == Rejection.OTHER_CHANGE_SAME_ID
                        ? Outcome.duplicate()
                        : honest));
    faults.put(
        "compares only the amount of a known id",
        () ->
            door(
                (honest, head, change, known) ->
                    known != null && known.amount() == change.amount()
                        ? Outcome.duplicate()
                        : honest));
    faults.put(
        "accepts stamps from the future",
        () -> door((honest, head, change, known) -> unless(honest, Rejection.IN_THE_FUTURE)));
    faults.put(
        "accepts changes of the forgotten",
        () -> door((honest, head, change, known) -> unless(honest, Rejection.FORGOTTEN)));
    faults.put(
        "tests the id before inside",
        () ->
            door(
                (honest, head, change, known) ->
                    known != null && honest != null && honest.kind() == Outcome.Kind.COVERED
                        ? Outcome.duplicate()
                        : honest));
    faults.put(
        "counts what is inside",
        () ->
            door(
                (honest, head, change, known) ->
                    honest != null && honest.kind() == Outcome.Kind.COVERED ? null : honest));
    faults.put(
        "looks only at the event window for inside",
        () ->
            new ModelSteps() {
              @Override
              public @Nullable Outcome admit(
                  Counter counter,
                  @Nullable Head head,
                  Change change,
                  @Nullable Change known,
                  Instant now) {
                Cell cell = counter.cellOf(change);
                Cell byEvent = new Cell(cell.eventWindow(), cell.eventWindow());
                return head != null && head.covers(byEvent)
                    ? Outcome.covered()
                    : super.admit(counter, head, change, known, now);
              }
            });
  }

  private interface Permit {
    Settlement.Result permit(Settlement.Result honest, Settlement settlement, @Nullable Head head);
  }

  private static ModelSteps permit(Permit permit) {
    return new ModelSteps() {
      @Override
      public Settlement.Result permit(
          Settlement settlement, @Nullable Head head, Instant acceptingSince, Instant now) {
        return permit.permit(super.permit(settlement, head, acceptingSince, now), settlement, head);
      }
    };
  }

  private static boolean sawVersionOf(Settlement settlement, @Nullable Head head) {
    Long seen = settlement.observedVersion();
    return head != null && seen != null && seen == head.version();
  }

  private static Settlement.Result installInsteadOf(
      Settlement.Result honest, Settlement.Result fault) {
    return honest == fault ? Settlement.Result.INSTALLED : honest;
  }

  private static void settles(Map<String, Supplier<ModelSteps>> faults) {
    faults.put(
        "ignores the version on settle",
        () ->
            permit(
                (honest, settlement, head) ->
                    sawVersionOf(settlement, head)
                        ? honest
                        : installInsteadOf(honest, Settlement.Result.RACE_LOST)));
    faults.put(
        "lowers watermarks",
        () ->
            permit(
                (honest, settlement, head) ->
                    sawVersionOf(settlement, head)
                        ? installInsteadOf(honest, Settlement.Result.RACE_LOST)
                        : honest));
    faults.put(
        "installs a first base too early",
        () ->
            permit(
                (honest, settlement, head) ->
                    installInsteadOf(honest, Settlement.Result.TOO_EARLY)));
    faults.put(
        "settles what is held",
        () ->
            permit((honest, settlement, head) -> installInsteadOf(honest, Settlement.Result.HELD)));
    faults.put("drops outside cells too", () -> drops((settlement, cell) -> true));
    faults.put("keeps what is inside", () -> drops((settlement, cell) -> false));
    faults.put(
        "drops by event window alone",
        () ->
            drops(
                (settlement, cell) ->
                    cell.eventWindow().isBefore(settlement.watermark().eventsBefore())));
    faults.put(
        "drops the window that the watermark begins with",
        () ->
            drops(
                (settlement, cell) ->
                    !cell.eventWindow().isAfter(settlement.watermark().eventsBefore())
                        && !cell.factWindow().isAfter(settlement.watermark().factsBefore())));
  }

  private interface Drops {
    boolean drops(Settlement settlement, Cell cell);
  }

  private static ModelSteps drops(Drops drops) {
    return new ModelSteps() {
      @Override
      public boolean drops(Settlement settlement, Cell cell) {
        return drops.drops(settlement, cell);
      }
    };
  }

  private interface Leaves {
    boolean marked(boolean honest, Settlement settlement, List<Change> dropped, long mark);
  }

  private static ModelSteps leaves(Leaves leaves) {
    return new ModelSteps() {
      @Override
      public boolean leavesMarked(
          Counter counter, Settlement settlement, List<Change> dropped, long mark) {
        return leaves.marked(
            super.leavesMarked(counter, settlement, dropped, mark), settlement, dropped, mark);
      }
    };
  }

  private static void marks(Map<String, Supplier<ModelSteps>> faults) {
    faults.put("clears the mark always", () -> leaves((honest, s, dropped, mark) -> false));
    faults.put("never clears the mark", () -> leaves((honest, s, dropped, mark) -> true));
    faults.put(
        "compares how many were dropped, not which",
        () ->
            leaves(
                (honest, s, dropped, mark) ->
                    mark != s.observedMark()
                        || s.doubtSeen()
                        || dropped.size() != s.judged().size()
                        || (honest && s.judged().isEmpty())));
    faults.put(
        "does not look at the mark number",
        () -> leaves((honest, s, dropped, mark) -> honest && mark == s.observedMark()));
    faults.put(
        "does not look at doubt",
        () ->
            new ModelSteps() {
              @Override
              public boolean leavesMarked(
                  Counter counter, Settlement s, List<Change> dropped, long mark) {
                return super.leavesMarked(
                    counter,
                    new Settlement(
                        s.subject(),
                        s.observedVersion(),
                        s.observedMark(),
                        s.truth(),
                        s.watermark(),
                        s.judged(),
                        Doubt.NONE,
                        false,
                        s.entry()),
                    dropped,
                    mark);
              }
            });
    faults.put("does not mark for a covered change", () -> covered(head -> head));
    faults.put(
        "raises the mark number only once",
        () -> covered(head -> head.marked() ? head : new ModelSteps().marked(head)));
    faults.put(
        "raises the version with the mark",
        () ->
            new ModelSteps() {
              @Override
              public Head marked(Head head) {
                Head honest = super.marked(head);
                return new Head(
                    honest.base(),
                    honest.version() + 1,
                    honest.mark(),
                    true,
                    honest.held(),
                    honest.forgottenUntil());
              }
            });
  }

  private interface Covered {
    Head mark(Head head);
  }

  private static ModelSteps covered(Covered covered) {
    return new ModelSteps() {
      @Override
      public Head markCovered(Head head) {
        return covered.mark(head);
      }
    };
  }

  private static void keeping(Map<String, Supplier<ModelSteps>> faults) {
    faults.put("forgets ids", () -> remembers((known, change) -> {}));
    faults.put(
        "keeps stamps to the millisecond",
        () ->
            remembers(
                (known, change) ->
                    known.put(
                        change.id(),
                        new Change(
                            change.counter(),
                            change.subject(),
                            change.amount(),
                            change.fact(),
                            change.id(),
                            change.occurredAt().truncatedTo(ChronoUnit.MILLIS),
                            change.factAt().truncatedTo(ChronoUnit.MILLIS)))));
    faults.put("lets sums wrap", () -> adds((sum, amount) -> sum + amount));
    faults.put("caps sums", () -> adds(FaultySteps::capped));
    faults.put(
        "adds in floating point", () -> adds((sum, amount) -> (long) (sum + (double) amount)));
    faults.put("pads keys", () -> keyed(key -> key.stripTrailing() + "."));
    faults.put("folds the case of keys", () -> keyed(key -> key.toLowerCase(Locale.ROOT)));
    faults.put("cuts keys", () -> keyed(key -> key.substring(0, Math.min(255, key.length()))));
    faults.put(
        "normalizes keys", () -> keyed(key -> Normalizer.normalize(key, Normalizer.Form.NFC)));
    faults.put(
        "loses the entry of a repair",
        () ->
            new ModelSteps() {
              @Override
              public void putOnRecord(RepairLog repairLog, RepairEntry entry) {
                // The fault: the base is installed and nothing is on record.
              }
            });
    faults.put(
        "begins every head at version 1",
        () ->
            new ModelSteps() {
              @Override
              public long firstVersion(RandomGenerator random) {
                return 1;
              }
            });
  }

  private static long capped(long sum, long amount) {
    try {
      return Math.addExact(sum, amount);
    } catch (ArithmeticException overflow) {
      return amount > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }

  private interface Remembers {
    void remember(Map<String, Change> known, Change change);
  }

  private static ModelSteps remembers(Remembers remembers) {
    return new ModelSteps() {
      @Override
      public void remember(Map<String, Change> known, Change change) {
        remembers.remember(known, change);
      }
    };
  }

  private interface Adds {
    long add(long sum, long amount);
  }

  private static ModelSteps adds(Adds adds) {
    return new ModelSteps() {
      @Override
      public long add(long sum, long amount) {
        return adds.add(sum, amount);
      }
    };
  }

  private interface Keyed {
    String key(String key);
  }

  private static ModelSteps keyed(Keyed keyed) {
    return new ModelSteps() {
      @Override
      public Subject key(Subject subject) {
        return new Subject(keyed.key(subject.key()));
      }
    };
  }
}
