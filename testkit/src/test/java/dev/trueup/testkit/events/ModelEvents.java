package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.testkit.events.EventSuite.Tampering;
import dev.trueup.testkit.events.ModelEventState.SubjectState;
import dev.trueup.testkit.time.SettableClock;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** One memory for the model stores of a test, and hands to tamper with it. */
record ModelEvents(ModelEventState state, SettableClock clock) {
  ModelEvents() {
    this(new ModelEventState(), SettableClock.inTheFuture());
  }

  /** A way to open stores on a memory. */
  interface Backend {
    ModelEventStore open(ModelEvents memory);
  }

  /** Writes happen; then what became of them is told by the given rule, or not at all. */
  static EventStore losing(ModelEventStore store, UnaryOperator<List<Outcome>> told) {
    return new ForwardingEventStore(store) {
      @Override
      public List<Outcome> apply(EventCounter counter, List<Event> events) {
        return told.apply(super.apply(counter, events));
      }
    };
  }

  static List<Outcome> lost(List<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      return outcomes;
    }
    throw new AnswerLostException(
        "The connection broke before " + outcomes.size() + " answers came.");
  }

  boolean tamper(String counter, Subject subject, Tampering tampering) {
    synchronized (state) {
      SubjectState held =
          Objects.requireNonNull(
              Objects.requireNonNull(state.counters.get(counter)).subjects.get(subject));
      EventTally tally = held.tally();
      switch (tampering) {
        case VALUE_RAISED ->
            held.tally =
                new EventTally(
                    tally.added() + 1,
                    tally.removed(),
                    tally.events(),
                    tally.sealed(),
                    tally.sealedBefore());
        case AMOUNT_CHANGED -> {
          JournalRow row = Objects.requireNonNull(held.rows.get("id-2"));
          held.rows.put(
              "id-2",
              new JournalRow(
                  row.subject(),
                  row.id(),
                  row.sequence(),
                  row.amount() + 1,
                  row.occurredAt(),
                  row.actor(),
                  row.valueAfter()));
        }
        case ROW_REMOVED -> held.rows.remove("id-2");
        case SEALED_RAISED ->
            held.tally =
                new EventTally(
                    tally.added(),
                    tally.removed(),
                    tally.events(),
                    new EventTally.Sealed(
                        tally.sealed().added() + 1,
                        tally.sealed().removed(),
                        tally.sealed().events()),
                    tally.sealedBefore());
        case TALLY_REMOVED -> held.tally = null;
      }
      return true;
    }
  }
}
