package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Reading;
import dev.trueup.events.CapKey;
import dev.trueup.events.Event;
import dev.trueup.events.EventBook;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Event stores with a single step broken, by what is wrong with them. */
final class FaultyEventStores {
  private FaultyEventStores() {}

  static Map<String, ModelEvents.Backend> all() {
    Map<String, ModelEvents.Backend> faults = ofTheBooks();
    faults.putAll(FaultyEventVerbs.all());
    return faults;
  }

  /** What is wrong whatever the keys look like, and however many stores there are. */
  static Map<String, ModelEvents.Backend> ofTheBooks() {
    Map<String, ModelEvents.Backend> faults = new LinkedHashMap<>();
    faults.put(
        "counts a repetition again",
        memory ->
            new Broken(memory) {
              @Override
              protected @Nullable JournalRow remembered(JournalRow row) {
                return null;
              }
            });
    faults.put(
        "forgets ids but the newest",
        memory ->
            new Broken(memory) {
              private long newest;

              @Override
              protected @Nullable JournalRow remembered(JournalRow row) {
                newest = Math.max(newest, row.sequence());
                return row.sequence() < newest ? null : row;
              }
            });
    faults.put("takes what is below the seal", TakesBelowTheSeal::new);
    faults.put("drops ids and raises no line", RaisesNoLine::new);
    faults.put(
        "seals without adding to the sealed sum",
        memory ->
            new Broken(memory) {
              @Override
              protected EventTally sealing(
                  EventTally tally, List<JournalRow> dropped, Instant line) {
                return tally.sealing(List.of(), line);
              }
            });
    faults.put(
        "takes what it seals from the value",
        memory ->
            new Broken(memory) {
              @Override
              protected EventTally sealing(
                  EventTally tally, List<JournalRow> dropped, Instant line) {
                EventTally sealed = tally.sealing(dropped, line);
                long up = sealed.sealed().added() - tally.sealed().added();
                return with(sealed, Math.max(0, sealed.added() - up), sealed.removed());
              }
            });
    faults.put(
        "seals rows and keeps them",
        memory ->
            new Broken(memory) {
              @Override
              protected boolean drops(JournalRow row) {
                return row.sequence() % 2 == 0;
              }
            });
    faults.put(
        "seals what is inside the retention",
        memory ->
            new Broken(memory) {
              @Override
              protected Instant sealable(EventCounter counter, Instant now) {
                return now;
              }
            });
    faults.put(
        "seals an interval of the cap in part",
        memory ->
            new Broken(memory) {
              @Override
              protected Instant sealable(EventCounter counter, Instant now) {
                return counter.withCap(null).sealableBefore(now);
              }
            });
    faults.put("ignores the cap", memory -> told(memory, counter -> counter.withCap(null)));
    faults.put(
        "caps only within one call",
        memory ->
            new Broken(memory) {
              @Override
              protected long capped(CapKey key, long counted) {
                return 0;
              }
            });
    faults.put(
        "caps one too early",
        memory ->
            new Broken(memory) {
              @Override
              protected long capped(CapKey key, long counted) {
                return counted + 1;
              }
            });
    faults.put(
        "leaves nothing out", memory -> told(memory, counter -> counter.withExclusions(List.of())));
    faults.put(
        "takes another event for a repetition",
        memory -> told(memory, counter -> counter.withCounts(Counts.ONCE_PER_ID)));
    faults.put(
        "takes a repetition for another event",
        memory -> told(memory, counter -> counter.withCounts(Counts.EVERY)));
    faults.put(
        "takes events of the future",
        memory -> told(memory, counter -> counter.withAheadMax(Duration.ofDays(1))));
    faults.put(
        "forgets what was taken back",
        memory ->
            new Broken(memory) {
              @Override
              protected EventTally saved(EventBook.Written written, EventTally stored) {
                return with(written.after(), written.after().added(), stored.removed());
              }
            });
    faults.put(
        "keeps the value as a floating point number",
        memory ->
            new Broken(memory) {
              @Override
              protected EventTally saved(EventBook.Written written, EventTally stored) {
                long added = (long) (double) written.after().added();
                return with(written.after(), added, written.after().removed());
              }
            });
    faults.put(
        "loses a row of the value",
        memory ->
            new Broken(memory) {
              @Override
              protected boolean keeps(JournalRow row) {
                return row.sequence() % 2 == 1;
              }
            });
    faults.put(
        "puts no refusal on record",
        memory ->
            new Broken(memory) {
              @Override
              protected long recorded(Refusal refusal, long count) {
                return 0;
              }
            });
    faults.put(
        "puts refusals on record twice",
        memory ->
            new Broken(memory) {
              @Override
              protected long recorded(Refusal refusal, long count) {
                return 2 * count;
              }
            });
    faults.put("tells a value after others' events too", TellsLaterValues::new);
    faults.put(
        "tells a repetition as applied",
        memory ->
            new Broken(memory) {
              @Override
              protected Outcome answer(Event event, Outcome outcome) {
                Reading reading = outcome.reading();
                return outcome.kind() == Kind.DUPLICATE && reading != null
                    ? Outcome.applied(reading)
                    : outcome;
              }
            });
    return faults;
  }

  /** A store that tells the rules another declaration. */
  private static ModelEventStore told(ModelEvents memory, UnaryOperator<EventCounter> declaration) {
    return new Broken(memory) {
      @Override
      protected EventCounter declared(EventCounter counter) {
        return declaration.apply(counter);
      }
    };
  }

  private static final class TakesBelowTheSeal extends Broken {
    TakesBelowTheSeal(ModelEvents memory) {
      super(memory);
    }

    @Override
    protected Instant loadedLine(Instant line) {
      return EventTally.NEVER;
    }

    @Override
    protected EventTally loaded(EventTally stored) {
      return new EventTally(
          stored.added(), stored.removed(), stored.events(), stored.sealed(), EventTally.NEVER);
    }
  }

  private static final class RaisesNoLine extends Broken {
    RaisesNoLine(ModelEvents memory) {
      super(memory);
    }

    @Override
    protected Instant raised(Instant old, Instant line) {
      return old;
    }

    @Override
    protected EventTally sealing(EventTally tally, List<JournalRow> dropped, Instant line) {
      return tally.sealing(dropped, EventTally.NEVER);
    }
  }

  /** The value is read when the answer is given, with one more event in it. */
  private static final class TellsLaterValues extends Broken {
    TellsLaterValues(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<Outcome> apply(EventCounter counter, List<Event> events) {
      List<Outcome> outcomes = super.apply(counter, events);
      return outcomes.stream()
          .map(
              outcome -> {
                Reading reading = outcome.reading();
                if (reading == null) {
                  return outcome;
                }
                EventTally today =
                    tallies(counter, List.of(reading.subject()))
                        .getOrDefault(reading.subject(), EventTally.ZERO);
                Reading later =
                    new Reading(
                        reading.counter(),
                        reading.subject(),
                        today.value(),
                        reading.mode(),
                        null,
                        null);
                return new Outcome(outcome.kind(), later, null, null);
              })
          .toList();
    }
  }
}
