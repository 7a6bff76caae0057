package dev.trueup.testkit.simulation;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.reconcile.Judgement;
import dev.trueup.reconcile.Judgement.Judged;
import dev.trueup.reconcile.Observation;
import dev.trueup.reconcile.Observation.Observed;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mistakes in the protocol that look harmless, each of which the auditor has to notice. */
final class PlantedFaults {
  private PlantedFaults() {}

  static Map<String, Supplier<Protocol>> all() {
    Map<String, Supplier<Protocol>> faults = new LinkedHashMap<>();
    reconcilers(faults);
    PlantedStoreFaults.addTo(faults);
    applications(faults);
    return faults;
  }

  private static void reconcilers(Map<String, Supplier<Protocol>> faults) {
    faults.put(
        "version read at judging",
        () ->
            new Protocol() {
              @Override
              Observation judging(Counter counter, Observation made, CounterStore store) {
                return withHeadsOfNow(counter, made, store);
              }
            });
    faults.put(
        "version read at settling",
        () ->
            new Protocol() {
              @Override
              Judgement settling(Counter counter, Judgement made, CounterStore store) {
                return judgedAgain(made, judged -> withHeadOfNow(counter, judged, store, true));
              }
            });
    faults.put(
        "mark number read at settling",
        () ->
            new Protocol() {
              @Override
              Judgement settling(Counter counter, Judgement made, CounterStore store) {
                return judgedAgain(made, judged -> withHeadOfNow(counter, judged, store, false));
              }
            });
    faults.put(
        "judged without waiting a settle time",
        () ->
            new Protocol() {
              @Override
              boolean waitsToJudge() {
                return false;
              }
            });
    faults.put(
        "W not a settle time behind B",
        () ->
            new Protocol() {
              @Override
              Watermark watermark(Counter counter, Watermark made) {
                return new Watermark(made.eventsBefore(), made.eventsBefore());
              }
            });
    faults.put(
        "B a window too far",
        () ->
            new Protocol() {
              @Override
              Watermark watermark(Counter counter, Watermark made) {
                return new Watermark(
                    made.factsBefore(), made.eventsBefore().plus(counter.windows().size()));
              }
            });
    faults.put("nothing in doubt", () -> doubting((counter, doubt) -> Doubt.NONE));
    faults.put(
        "doubt begins at B",
        () ->
            doubting(
                (counter, doubt) -> new Doubt(doubt.from().plus(counter.settle()), doubt.to())));
    faults.put(
        "doubt ends at B",
        () ->
            doubting(
                (counter, doubt) -> new Doubt(doubt.from(), doubt.from().plus(counter.settle()))));
    faults.put(
        "doubt that was read is forgotten",
        () ->
            new Protocol() {
              @Override
              Judgement settling(Counter counter, Judgement made, CounterStore store) {
                return judgedAgain(
                    new Judgement(Doubt.NONE, made.subjects()),
                    judged ->
                        new Judged(
                            judged.finding(),
                            judged.observedVersion(),
                            judged.observedMark(),
                            judged.judged(),
                            false,
                            judged.held()));
              }
            });
  }

  private static void applications(Map<String, Supplier<Protocol>> faults) {
    faults.put(
        "unknown told as no",
        () ->
            new Protocol() {
              @Override
              List<Outcome> told(List<Outcome> made) {
                return made.stream()
                    .map(
                        o ->
                            o.kind() == Outcome.Kind.UNKNOWN
                                ? Outcome.rejected(Rejection.FULL, "no answer")
                                : o)
                    .toList();
              }
            });
    faults.put(
        "unknown told as yes",
        () ->
            new Protocol() {
              @Override
              List<Outcome> told(List<Outcome> made) {
                return made.stream()
                    .map(o -> o.kind() == Outcome.Kind.UNKNOWN ? Outcome.applied() : o)
                    .toList();
              }
            });
    faults.put(
        "retry under another id",
        () ->
            new Protocol() {
              @Override
              Change retried(Change change, int attempt) {
                return new Change(
                    change.counter(),
                    change.subject(),
                    change.amount(),
                    change.fact(),
                    change.id() + "#" + attempt,
                    change.occurredAt(),
                    change.factAt());
              }
            });
  }

  private interface Doubting {
    Doubt doubt(Counter counter, Doubt made);
  }

  private static Protocol doubting(Doubting doubting) {
    return new Protocol() {
      @Override
      Observation observed(Counter counter, Observation made) {
        return counter.immutable()
            ? made
            : new Observation(
                made.watermark(),
                doubting.doubt(counter, made.doubt()),
                made.judgeFrom(),
                made.subjects());
      }
    };
  }

  private static Observation withHeadsOfNow(Counter counter, Observation made, CounterStore store) {
    Map<Subject, Head> heads = store.heads(counter, made.subjects().keySet());
    Map<Subject, Observed> again = new HashMap<>();
    made.subjects()
        .forEach(
            (subject, seen) ->
                again.put(
                    subject, new Observed(heads.get(subject), seen.watermark(), seen.truth())));
    return new Observation(made.watermark(), made.doubt(), made.judgeFrom(), again);
  }

  private static Judgement judgedAgain(Judgement made, UnaryOperator<Judged> again) {
    List<Judged> subjects = new ArrayList<>();
    made.subjects().forEach(judged -> subjects.add(again.apply(judged)));
    return new Judgement(made.doubt(), subjects);
  }

  private static Judged withHeadOfNow(
      Counter counter, Judged judged, CounterStore store, boolean version) {
    Subject subject = judged.finding().subject();
    Head head = store.heads(counter, List.of(subject)).get(subject);
    return new Judged(
        judged.finding(),
        !version ? judged.observedVersion() : head == null ? null : Long.valueOf(head.version()),
        head == null ? 0 : head.mark(),
        judged.judged(),
        judged.doubtSeen(),
        judged.held());
  }
}
