package dev.trueup.testkit.compatibility;

import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every backend for managed counters has to keep. Subclass it, hand it stores, and run it as a
 * JUnit class; its parts are {@link AcceptSuite}, {@link KeySuite}, {@link SettleSuite}, {@link
 * MarkSuite}, {@link HeadSuite} and {@link RaceSuite}.
 *
 * <p>Every test uses a counter of its own name, so tests may share one database. The store's clock
 * is never moved: tests measure from what the store says.
 */
public abstract class CounterStoreCompatibility
    implements AcceptSuite, KeySuite, SettleSuite, MarkSuite, HeadSuite, RaceSuite {
  private static final AtomicLong COUNTERS = new AtomicLong(InstantSource.system().millis());

  private final List<CounterStore> opened = new ArrayList<>();
  private StoreKit kit;

  /**
   * Opens a store. All stores opened within one test share their state, as processes share a
   * database. The suite closes it.
   */
  protected abstract CounterStore openStore();

  /** Where the entries of settlements are put on record. */
  protected abstract RepairLog repairLog();

  /**
   * Opens a store on the same state, each of whose writes is carried out while its answer gets
   * lost. Empty where the test cannot arrange that; the test then shows as skipped.
   */
  protected Optional<CounterStore> openStoreLosingAnswers() {
    return Optional.empty();
  }

  @BeforeEach
  protected final void openKit() {
    kit = new StoreKit(anotherStore(), repairLog(), newCounterName());
  }

  @AfterEach
  protected final void closeStores() {
    opened.forEach(CounterStore::close);
    opened.clear();
  }

  static String newCounterName() {
    return "kit.c" + COUNTERS.incrementAndGet();
  }

  @Override
  public final StoreKit kit() {
    return kit;
  }

  @Override
  public final CounterStore anotherStore() {
    CounterStore store = openStore();
    opened.add(store);
    return store;
  }

  @Override
  public final Optional<CounterStore> storeLosingAnswers() {
    Optional<CounterStore> store = openStoreLosingAnswers();
    store.ifPresent(opened::add);
    return store;
  }
}
