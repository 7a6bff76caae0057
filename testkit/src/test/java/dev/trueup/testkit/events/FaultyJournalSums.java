package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.EventCounter;
import dev.trueup.events.StoredEvent;
import dev.trueup.store.FactSource;
import dev.trueup.store.Head;
import dev.trueup.testkit.events.FaultyJournals.Broken;
import dev.trueup.testkit.events.JournalSimulation.Opening;
import dev.trueup.testkit.events.ModelJournalState.Pending;
import dev.trueup.testkit.events.ModelJournalState.SubjectState;
import dev.trueup.testkit.model.ModelSteps;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Journals that seal, count or mark wrongly, by what is wrong with them. */
final class FaultyJournalSums {
  private FaultyJournalSums() {}

  private interface Sources {
    FactSource open(ModelJournalState state, String counter, InstantSource clock);
  }

  private static Opening source(Sources sources) {
    return new Opening() {
      @Override
      public FactSource source(ModelJournalState state, String counter, InstantSource clock) {
        return sources.open(state, counter, clock);
      }
    };
  }

  private static Opening steps(ModelSteps steps) {
    return new Opening() {
      @Override
      public ModelSteps steps() {
        return steps;
      }
    };
  }

  static Map<String, Opening> all() {
    Map<String, Opening> faults = new LinkedHashMap<>();
    addSeals(faults);
    addCounts(faults);
    return faults;
  }

  private static void addSeals(Map<String, Opening> faults) {
    faults.put(
        "seals without adding to the sum",
        FaultyJournals.documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected long sumWith(long sum, Pending pending) {
                    return sum;
                  }
                }));
    faults.put(
        "drops what it seals before it puts it down",
        FaultyJournals.documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  public int seal(
                      EventCounter counter, Subject subject, Collection<StoredEvent> events) {
                    SubjectState held =
                        Objects.requireNonNull(state.counter(counter.name()).subjects.get(subject));
                    long sum = 0;
                    for (StoredEvent event : events) {
                      sum += held.rows.remove(event.id()) == null ? 0 : event.amount();
                    }
                    state.step();
                    held.sum += sum;
                    held.version++;
                    return events.size();
                  }
                }));
    faults.put(
        "finishes a seal that somebody else has finished",
        FaultyJournals.documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isUnchanged(long version, long seen) {
                    return true;
                  }
                }));
    faults.put(
        "drops another event whose id was sealed",
        FaultyJournals.documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isDropped(StoredEvent event, Pending pending) {
                    return pending.ids().contains(event.id());
                  }
                }));
  }

  private static void addCounts(Map<String, Opening> faults) {
    faults.put(
        "counts what is not confirmed",
        source(
            (state, counter, clock) ->
                new ModelJournalSource(state, counter, clock) {
                  @Override
                  protected boolean isFact(StoredEvent event) {
                    return true;
                  }
                }));
    faults.put(
        "counts what is pending twice",
        source(
            (state, counter, clock) ->
                new ModelJournalSource(state, counter, clock) {
                  @Override
                  protected boolean isPending(StoredEvent event, @Nullable Pending pending) {
                    return false;
                  }
                }));
    faults.put(
        "looks once at what is sealed",
        source(
            (state, counter, clock) ->
                new ModelJournalSource(state, counter, clock) {
                  @Override
                  protected boolean isUnchanged(long before, long after) {
                    return true;
                  }
                }));
    faults.put(
        "marks no subject when a change is covered",
        steps(
            new ModelSteps() {
              @Override
              public Head markCovered(Head head) {
                return head;
              }
            }));
    faults.put(
        "marks no subject of a late sender",
        steps(
            new ModelSteps() {
              @Override
              public Head marked(Head head) {
                return head;
              }

              @Override
              public Head markCovered(Head head) {
                return super.marked(head);
              }
            }));
  }
}
