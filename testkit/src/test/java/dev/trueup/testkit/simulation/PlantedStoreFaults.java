package dev.trueup.testkit.simulation;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.Head;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.model.ModelSteps;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Mistakes of a store that look harmless. */
final class PlantedStoreFaults {
  private PlantedStoreFaults() {}

  static void addTo(Map<String, Supplier<Protocol>> faults) {
    settles(faults);
    doors(faults);
  }

  private static void settles(Map<String, Supplier<Protocol>> faults) {
    faults.put(
        "dropped and judged compared by sums",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public boolean leavesMarked(
                      Counter counter, Settlement s, List<Change> dropped, long mark) {
                    boolean doubtful =
                        dropped.stream()
                            .anyMatch(c -> s.doubt().includes(counter.cellOf(c), s.watermark()));
                    long sum = dropped.stream().mapToLong(Change::amount).sum();
                    long judgedSum =
                        dropped.stream()
                            .filter(c -> s.judged().contains(c.id()))
                            .mapToLong(Change::amount)
                            .sum();
                    return mark != s.observedMark()
                        || s.doubtSeen()
                        || doubtful
                        || sum != judgedSum;
                  }
                }));
    faults.put(
        "mark cleared by every settle",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public boolean leavesMarked(
                      Counter counter, Settlement s, List<Change> dropped, long mark) {
                    return false;
                  }
                }));
    faults.put(
        "mark never cleared",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public boolean leavesMarked(
                      Counter counter, Settlement s, List<Change> dropped, long mark) {
                    return true;
                  }
                }));
    faults.put(
        "mark number not looked at",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public boolean leavesMarked(
                      Counter counter, Settlement s, List<Change> dropped, long mark) {
                    return super.leavesMarked(counter, s, dropped, s.observedMark());
                  }
                }));
    faults.put(
        "base lowered",
        () ->
            steps(
                permits(
                    (honest, s, head) ->
                        honest == Settlement.Result.RACE_LOST && head != null && head.base() != null
                            ? Settlement.Result.INSTALLED
                            : honest)));
    faults.put(
        "first base not waited for",
        () ->
            steps(
                permits(
                    (honest, s, head) ->
                        honest == Settlement.Result.TOO_EARLY
                            ? Settlement.Result.INSTALLED
                            : honest)));
    faults.put(
        "held subject settled",
        () ->
            steps(
                permits(
                    (honest, s, head) ->
                        honest == Settlement.Result.HELD ? Settlement.Result.INSTALLED : honest)));
    faults.put(
        "ids and cells dropped too early",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public boolean drops(Settlement s, Cell cell) {
                    return !cell.eventWindow().isAfter(s.watermark().eventsBefore());
                  }
                }));
    faults.put(
        "repair not on record",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public void putOnRecord(RepairLog log, RepairEntry entry) {
                    // The fault.
                  }
                }));
  }

  private static void doors(Map<String, Supplier<Protocol>> faults) {
    faults.put(
        "no mark for a covered change",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public Head markCovered(Head head) {
                    return head;
                  }
                }));
    faults.put(
        "mark raises the version",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public Head marked(Head head) {
                    return new Head(
                        head.base(),
                        head.version() + 1,
                        head.mark() + 1,
                        true,
                        head.held(),
                        head.forgottenUntil());
                  }
                }));
    faults.put(
        "mark number raised only once",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public Head markCovered(Head head) {
                    return head.marked() ? head : super.markCovered(head);
                  }
                }));
    faults.put(
        "covered changes counted",
        () -> admits((honest, kind) -> kind == Outcome.Kind.COVERED ? null : honest));
    faults.put(
        "duplicates counted",
        () -> admits((honest, kind) -> kind == Outcome.Kind.DUPLICATE ? null : honest));
    faults.put(
        "inside told by the event window alone",
        () ->
            steps(
                new ModelSteps() {
                  @Override
                  public @Nullable Outcome admit(
                      Counter counter,
                      @Nullable Head head,
                      Change change,
                      @Nullable Change known,
                      Instant now) {
                    Instant event = counter.windows().startOf(change.occurredAt());
                    return head != null && head.covers(new Cell(event, event))
                        ? Outcome.covered()
                        : super.admit(counter, head, change, known, now);
                  }
                }));
    faults.put(
        "changes of a forgotten subject taken",
        () ->
            admits(
                (honest, kind) ->
                    honest != null && honest.rejection() == Rejection.FORGOTTEN ? null : honest));
  }

  private static Protocol steps(ModelSteps steps) {
    return new Protocol() {
      @Override
      ModelSteps steps() {
        return steps;
      }
    };
  }

  private interface Permits {
    Settlement.Result permit(Settlement.Result honest, Settlement s, @Nullable Head head);
  }

  private static ModelSteps permits(Permits permits) {
    return new ModelSteps() {
      @Override
      public Settlement.Result permit(
          Settlement s, @Nullable Head head, Instant acceptingSince, Instant now) {
        return permits.permit(super.permit(s, head, acceptingSince, now), s, head);
      }
    };
  }

  private interface Admits {
    @Nullable Outcome admit(@Nullable Outcome honest, Outcome.@Nullable Kind kind);
  }

  private static Protocol admits(Admits admits) {
    return steps(
        new ModelSteps() {
          @Override
          public @Nullable Outcome admit(
              Counter counter,
              @Nullable Head head,
              Change change,
              @Nullable Change known,
              Instant now) {
            Outcome honest = super.admit(counter, head, change, known, now);
            return admits.admit(honest, honest == null ? null : honest.kind());
          }
        });
  }
}
