package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.CapInterval;
import dev.trueup.events.CapKey;
import dev.trueup.events.EventCounter;
import dev.trueup.events.JournalDocuments;
import dev.trueup.events.Refusal;
import dev.trueup.events.StoredEvent;
import dev.trueup.testkit.events.JournalSimulation.Opening;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Journals without transactions with a single step broken, by what is wrong with them. */
final class FaultyJournals {
  private FaultyJournals() {}

  /** A journal on a memory; honest, until a subclass breaks one step of it. */
  static class Broken extends ModelJournalDocuments {
    final ModelJournalState state;

    Broken(ModelJournalState state, InstantSource clock) {
      super(state, clock);
      this.state = state;
    }
  }

  interface Documents {
    JournalDocuments open(ModelJournalState state, InstantSource clock);
  }

  static Opening documents(Documents documents) {
    return new Opening() {
      @Override
      public JournalDocuments documents(ModelJournalState state, InstantSource clock) {
        return documents.open(state, clock);
      }
    };
  }

  static Map<String, Opening> all() {
    Map<String, Opening> faults = new LinkedHashMap<>();
    addLines(faults);
    addSends(faults);
    addSlots(faults);
    faults.putAll(FaultyJournalSums.all());
    return faults;
  }

  private static void addLines(Map<String, Opening> faults) {
    faults.put(
        "drops ids and raises no line",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected Instant raised(Instant old, Instant line) {
                    return old;
                  }

                  @Override
                  public List<StoredEvent> below(
                      EventCounter counter, Instant line, @Nullable StoredEvent after, int limit) {
                    return super.below(
                        counter, counter.sealableBefore(clock.instant()), after, limit);
                  }
                }));
    faults.put(
        "raises the line after it has dropped",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  private Instant wanted = Instant.MIN;

                  @Override
                  public void raiseLine(EventCounter counter, Instant line) {
                    wanted = line.isAfter(wanted) ? line : wanted;
                  }

                  @Override
                  public List<StoredEvent> below(
                      EventCounter counter, Instant line, @Nullable StoredEvent after, int limit) {
                    return super.below(counter, wanted.isAfter(line) ? wanted : line, after, limit);
                  }

                  @Override
                  public int seal(
                      EventCounter counter, Subject subject, Collection<StoredEvent> events) {
                    int sealed = super.seal(counter, subject, events);
                    if (wanted.isAfter(Instant.MIN)) {
                      super.raiseLine(counter, wanted);
                    }
                    return sealed;
                  }
                }));
    faults.put(
        "raises the line into the retention",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected Instant raised(Instant old, Instant line) {
                    return super.raised(old, line.plusSeconds(20));
                  }
                }));
    faults.put(
        "lists events above the line for sealing",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isBelow(StoredEvent event, Instant line) {
                    return true;
                  }
                }));
  }

  private static void addSends(Map<String, Opening> faults) {
    faults.put(
        "puts in over an id that is there",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isFree(@Nullable StoredEvent there, StoredEvent fresh) {
                    return true;
                  }
                }));
    faults.put(
        "tells everybody that his event was put in",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isMine(StoredEvent there, StoredEvent fresh) {
                    return true;
                  }

                  @Override
                  protected boolean isMeant(StoredEvent there, StoredEvent meant) {
                    return true;
                  }

                  @Override
                  protected boolean isConfirmed(@Nullable StoredEvent there, StoredEvent meant) {
                    return there != null && there.confirmed();
                  }
                }));
    faults.put(
        "says confirmed of what is gone",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  public Set<StoredEvent.Key> confirm(
                      EventCounter counter, List<StoredEvent> events) {
                    super.confirm(counter, events);
                    Set<StoredEvent.Key> all = new HashSet<>();
                    events.forEach(event -> all.add(event.key()));
                    return all;
                  }
                }));
    faults.put(
        "confirms nothing",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isMeant(StoredEvent there, StoredEvent meant) {
                    return false;
                  }
                }));
    faults.put(
        "withdraws what is confirmed",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isWithdrawn(StoredEvent there, StoredEvent meant) {
                    return there.token() == meant.token();
                  }
                }));
    faults.put(
        "withdraws nothing",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isWithdrawn(StoredEvent there, StoredEvent meant) {
                    return false;
                  }
                }));
    faults.put(
        "finds no event before it is confirmed",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isSeen(StoredEvent there) {
                    return there.confirmed();
                  }
                }));
    faults.put(
        "puts no refusal on record",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  public void addRefusals(EventCounter counter, Map<Refusal, Long> more) {
                    super.addRefusals(counter, Map.of());
                  }
                }));
  }

  private static void addSlots(Map<String, Opening> faults) {
    faults.put(
        "takes a slot in two steps",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  public boolean claim(EventCounter counter, CapKey key, String id, long most) {
                    Set<String> ids = super.slots(counter, Set.of(key)).getOrDefault(key, Set.of());
                    state.step();
                    return (ids.contains(id) || ids.size() < most)
                        && super.claim(counter, key, id, Long.MAX_VALUE);
                  }
                }));
    faults.put(
        "has room for one more",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean hasRoom(Set<String> ids, long most) {
                    return ids.size() <= most;
                  }
                }));
    faults.put(
        "drops slots of intervals that are not over",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isOver(CapInterval.Span span, Instant line) {
                    return true;
                  }
                }));
    faults.put(
        "keeps slots for ever",
        documents(
            (state, clock) ->
                new Broken(state, clock) {
                  @Override
                  protected boolean isOver(CapInterval.Span span, Instant line) {
                    return false;
                  }
                }));
  }
}
