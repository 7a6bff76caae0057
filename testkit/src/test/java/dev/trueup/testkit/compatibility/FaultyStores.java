package dev.trueup.testkit.compatibility;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.model.ModelCounterStore;
import dev.trueup.testkit.model.ModelSteps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores with a whole verb broken, by what is wrong with them. */
final class FaultyStores {
  private FaultyStores() {}

  static Map<String, Backend> all() {
    Map<String, Backend> faults = new LinkedHashMap<>();
    FaultySteps.all()
        .forEach((name, steps) -> faults.put(name, memory -> new Broken(memory, steps.get())));
    faults.put("gives the reading after the whole batch", ReadsAfterTheBatch::new);
    faults.put("answers in an order of its own", AnswersSorted::new);
    faults.put("drops the end of a large batch", DropsTheEndOfABatch::new);
    faults.put("looks for the id, then adds", RacyStores.LooksThenAdds::new);
    faults.put("looks at the head, then settles", RacyStores.LooksThenSettles::new);
    faults.put("knows only the ids that came through itself", KnowsItsOwnIds::new);
    faults.put("gives up a batch of settles after the first refusal", GivesUpSettling::new);
    faults.put("dates a null stamp at the event", DatesNullStamps::new);
    faults.put("mixes counters", MixesCounters::new);
    faults.put("skips and repeats subjects when paging", RepeatsPages::new);
    faults.put("ignores the limit of a page", IgnoresLimits::new);
    faults.put("forgets without a tombstone", ForgetsWithoutTombstone::new);
    faults.put("undoes without holding", UndoesWithoutHolding::new);
    faults.put("keeps only a part of the progress", KeepsPartOfProgress::new);
    faults.put("accepts from every enabling anew", AcceptsAnew::new);
    faults.put("tells a lost answer as rejected", TellsLostAsRejected::new);
    faults.put("tells a lost answer as applied", TellsLostAsApplied::new);
    return faults;
  }

  /** The model store, to be broken in one verb. */
  static class Broken extends ModelCounterStore {
    Broken(Backend.Memory memory) {
      this(memory, new ModelSteps());
    }

    Broken(Backend.Memory memory, ModelSteps steps) {
      super(memory.state(), memory.clock(), memory.random(), memory.repairLog(), steps);
    }
  }

  private static final class ReadsAfterTheBatch extends Broken {
    ReadsAfterTheBatch(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
      List<Outcome> outcomes = new ArrayList<>();
      for (Outcome outcome : super.accept(counter, changes, withReading)) {
        Reading reading = outcome.reading();
        outcomes.add(
            reading == null
                ? outcome
                : Outcome.applied(
                    new Reading(
                        reading.counter(),
                        reading.subject(),
                        Objects.requireNonNull(
                                read(counter, List.of(reading.subject())).get(reading.subject()))
                            .fastValue(),
                        reading.mode(),
                        reading.watermark(),
                        reading.age())));
      }
      return outcomes;
    }
  }

  private static final class AnswersSorted extends Broken {
    AnswersSorted(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
      List<Change> sorted = new ArrayList<>(changes);
      sorted.sort(Comparator.comparing(Change::subject).thenComparing(Change::id));
      return super.accept(counter, sorted, withReading);
    }
  }

  private static final class DropsTheEndOfABatch extends Broken {
    DropsTheEndOfABatch(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
      int kept = Math.min(changes.size(), 500);
      List<Outcome> outcomes =
          new ArrayList<>(super.accept(counter, changes.subList(0, kept), withReading));
      while (outcomes.size() < changes.size()) {
        outcomes.add(outcomes.get(0));
      }
      return outcomes;
    }
  }

  private static final class KnowsItsOwnIds extends Broken {
    KnowsItsOwnIds(Backend.Memory memory) {
      super(
          memory,
          new ModelSteps() {
            private final Map<String, Change> own = new HashMap<>();

            @Override
            public @Nullable Outcome admit(
                Counter counter,
                @Nullable Head head,
                Change change,
                @Nullable Change known,
                Instant now) {
              Change mine = own.get(change.subject() + "/" + change.id());
              return super.admit(counter, head, change, mine == null ? null : known, now);
            }

            @Override
            public void remember(Map<String, Change> known, Change change) {
              own.put(change.subject() + "/" + change.id(), change);
              super.remember(known, change);
            }
          });
    }
  }

  private static final class GivesUpSettling extends Broken {
    GivesUpSettling(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
      List<Settlement.Result> results = new ArrayList<>();
      for (Settlement settlement : settlements) {
        results.add(
            results.stream().allMatch(result -> result == Settlement.Result.INSTALLED)
                ? super.settle(counter, List.of(settlement)).get(0)
                : Settlement.Result.RACE_LOST);
      }
      return results;
    }
  }

  private static final class DatesNullStamps extends Broken {
    DatesNullStamps(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
      return super.accept(
          counter,
          changes.stream()
              .map(
                  change ->
                      change.factAt().isAfter(Windows.BEFORE_ALL)
                          ? change
                          : new Change(
                              change.counter(),
                              change.subject(),
                              change.amount(),
                              change.fact(),
                              change.id(),
                              change.occurredAt(),
                              change.occurredAt()))
              .toList(),
          withReading);
    }
  }

  private static final class MixesCounters extends Broken {
    MixesCounters(Backend.Memory memory) {
      super(memory);
    }

    private static Counter oneForAll(Counter counter) {
      return new Counter("one", counter.windows(), counter.settle(), counter.immutable());
    }

    @Override
    public void enable(Counter counter) {
      super.enable(counter);
      super.enable(oneForAll(counter));
    }

    @Override
    public List<Subject> candidates(Counter counter, @Nullable Subject after, int limit) {
      return super.candidates(oneForAll(counter), after, limit);
    }

    @Override
    public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
      super.accept(oneForAll(counter), changes, withReading);
      return super.accept(counter, changes, withReading);
    }
  }

  private static final class RepeatsPages extends Broken {
    RepeatsPages(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Subject> candidates(Counter counter, @Nullable Subject after, int limit) {
      List<Subject> page = super.candidates(counter, after, limit + 1);
      return page.size() > limit ? page.subList(1, page.size()) : page;
    }
  }

  private static final class IgnoresLimits extends Broken {
    IgnoresLimits(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Subject> subjects(Counter counter, @Nullable Subject after, int limit) {
      return super.subjects(counter, after, Integer.MAX_VALUE);
    }
  }

  private static final class ForgetsWithoutTombstone extends Broken {
    ForgetsWithoutTombstone(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public void forget(Counter counter, Subject subject, Instant until) {
      super.forget(counter, subject, now());
    }
  }

  private static final class UndoesWithoutHolding extends Broken {
    UndoesWithoutHolding(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public boolean hold(Counter counter, Subject subject, long amount) {
      return super.hold(counter, subject, amount) && release(counter, subject);
    }
  }

  private static final class KeepsPartOfProgress extends Broken {
    KeepsPartOfProgress(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public void saveProgress(Counter counter, Progress progress) {
      Progress.Sweep sweep = progress.sweep();
      Progress.Sweep part =
          sweep == null
              ? null
              : new Progress.Sweep(
                  sweep.leg(), sweep.after(), sweep.startedAt(), sweep.subjectsDone(), null);
      super.saveProgress(counter, new Progress(progress.passedAt(), part, progress.sweptAt()));
    }
  }

  private static final class AcceptsAnew extends Broken {
    private Duration enabledAgain = Duration.ZERO;

    AcceptsAnew(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public void enable(Counter counter) {
      super.enable(counter);
      enabledAgain = enabledAgain.plusNanos(1_000);
    }

    @Override
    public Instant acceptingSince(Counter counter) {
      return super.acceptingSince(counter).plus(enabledAgain);
    }
  }

  private static final class TellsLostAsRejected extends Broken implements Backend.Losing {
    TellsLostAsRejected(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Outcome> answerLost(List<Outcome> outcomes) {
      return outcomes.stream()
          .map(lost -> Outcome.rejected(Rejection.FULL, "the connection broke"))
          .toList();
    }
  }

  private static final class TellsLostAsApplied extends Broken implements Backend.Losing {
    TellsLostAsApplied(Backend.Memory memory) {
      super(memory);
    }

    @Override
    public List<Outcome> answerLost(List<Outcome> outcomes) {
      return outcomes;
    }
  }
}
