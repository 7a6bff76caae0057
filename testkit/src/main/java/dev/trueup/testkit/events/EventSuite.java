package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.testkit.report.SuiteResults;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the parts of the suite ask of the class that puts them together. */
@ExtendWith(SuiteResults.class)
public interface EventSuite {
  /** This test's counter: every event counts, a retention of a minute. */
  EventKit kit();

  /** Another counter of the same store, declared otherwise. */
  EventKit kit(UnaryOperator<EventCounter> declaration);

  /** One more store on the same state, as another process would have; closed after the test. */
  EventStore anotherStore();

  /** A store on the same state whose writes happen but whose answers are lost, where observable. */
  Optional<EventStore> storeLosingAnswers();

  /** Changes stored data behind the store's back; false where the store cannot be changed so. */
  boolean tamper(EventKit kit, Subject subject, Tampering tampering);

  /** What somebody may do to stored data by hand. */
  enum Tampering {
    /** One more in the value, without an event. */
    VALUE_RAISED,
    /** One more in the amount of the event {@code id-2}. */
    AMOUNT_CHANGED,
    /** The event {@code id-2} is gone. */
    ROW_REMOVED,
    /** One more in the sealed sum. */
    SEALED_RAISED,
    /** The tally is gone; the events are not. */
    TALLY_REMOVED
  }
}
