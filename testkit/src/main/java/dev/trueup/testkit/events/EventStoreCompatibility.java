package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every store of events has to keep. Subclass it, hand it stores, and run it as a JUnit class;
 * its parts are {@link EventCountSuite}, {@link EventRuleSuite}, {@link EventRefusalSuite}, {@link
 * EventSealSuite}, {@link EventKeySuite}, {@link EventCaseSuite}, {@link EventRaceSuite} and {@link
 * EventAuditSuite}.
 *
 * <p>Every test uses counters of its own name, so tests may share one database.
 */
public abstract class EventStoreCompatibility
    implements EventCountSuite,
        EventRuleSuite,
        EventRefusalSuite,
        EventSealSuite,
        EventKeySuite,
        EventCaseSuite,
        EventRaceSuite,
        EventAuditSuite {
  private static final AtomicLong COUNTERS = new AtomicLong(InstantSource.system().millis());

  private final List<EventStore> opened = new ArrayList<>();
  private EventStore store;
  private EventKit kit;

  /**
   * Opens a store. All stores opened within one test share their state, as processes share a
   * database. The suite closes it.
   */
  protected abstract EventStore openStore();

  /**
   * Opens a store on the same state, each of whose writes is carried out while its answer gets
   * lost. Empty where the test cannot arrange that; the test then shows as skipped.
   */
  protected Optional<EventStore> openStoreLosingAnswers() {
    return Optional.empty();
  }

  /** Changes a counter's stored data by hand. */
  protected abstract boolean tamper(String counter, Subject subject, Tampering tampering);

  @BeforeEach
  protected final void openKit() {
    store = anotherStore();
    kit = kit(counter -> counter);
  }

  @AfterEach
  protected final void closeStores() {
    opened.forEach(EventStore::close);
    opened.clear();
  }

  @Override
  public final EventKit kit() {
    return kit;
  }

  @Override
  public final EventKit kit(UnaryOperator<EventCounter> declaration) {
    String name = "kit.e" + COUNTERS.incrementAndGet();
    return new EventKit(store, declaration.apply(EventCounter.of(name, Duration.ofMinutes(1))));
  }

  @Override
  public final EventStore anotherStore() {
    EventStore another = openStore();
    opened.add(another);
    return another;
  }

  @Override
  public final Optional<EventStore> storeLosingAnswers() {
    Optional<EventStore> losing = openStoreLosingAnswers();
    losing.ifPresent(opened::add);
    return losing;
  }

  @Override
  public final boolean tamper(EventKit of, Subject subject, Tampering tampering) {
    return tamper(of.counter().name(), subject, tampering);
  }
}
