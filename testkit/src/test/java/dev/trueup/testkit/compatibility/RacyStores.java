package dev.trueup.testkit.compatibility;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.store.Head;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.compatibility.FaultyStores.Broken;
import dev.trueup.testkit.model.ModelSteps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Stores that look first and write later, with nothing that keeps others out in between. */
final class RacyStores {
  private static final Exchanger<String> MEETING = new Exchanger<>();

  private RacyStores() {}

  /** Waits until another thread has looked too; alone it goes on. */
  private static void meetAnotherThatLooked() {
    try {
      MEETING.exchange("looked", 3, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException alone) {
      // Nobody races this call; the fault shows in another one.
    }
  }

  static final class LooksThenAdds extends Broken {
    private static final ThreadLocal<Set<String>> LOOKED = ThreadLocal.withInitial(HashSet::new);

    LooksThenAdds(Backend.Memory memory) {
      super(
          memory,
          new ModelSteps() {
            @Override
            public @Nullable Outcome admit(
                Counter counter,
                @Nullable Head head,
                Change change,
                @Nullable Change known,
                Instant now) {
              boolean isKnown = LOOKED.get().contains(change.id());
              return super.admit(counter, head, change, isKnown ? known : null, now);
            }
          });
    }

    @Override
    public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
      Set<String> known = LOOKED.get();
      known.clear();
      for (Change change : changes) {
        RecordedSubject recorded =
            examine(counter, List.of(change.subject())).get(change.subject());
        if (recorded != null) {
          recorded.changes().forEach(there -> known.add(there.id()));
        }
      }
      meetAnotherThatLooked();
      return super.accept(counter, changes, withReading);
    }
  }

  static final class LooksThenSettles extends Broken {
    LooksThenSettles(Backend.Memory memory) {
      super(
          memory,
          new ModelSteps() {
            @Override
            public Settlement.Result permit(
                Settlement settlement, @Nullable Head head, Instant acceptingSince, Instant now) {
              return Settlement.Result.INSTALLED;
            }
          });
    }

    @Override
    public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
      List<Settlement.Result> results = new ArrayList<>();
      for (Settlement settlement : settlements) {
        Head head = heads(counter, List.of(settlement.subject())).get(settlement.subject());
        Settlement.Result permitted =
            settlement.permittedOver(head, acceptingSince(counter), now());
        meetAnotherThatLooked();
        if (permitted == Settlement.Result.INSTALLED) {
          super.settle(counter, List.of(settlement));
        }
        results.add(permitted);
      }
      return results;
    }
  }
}
