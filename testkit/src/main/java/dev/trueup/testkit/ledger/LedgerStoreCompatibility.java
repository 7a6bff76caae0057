package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.testkit.time.RealWaiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every store of ledgers has to keep. Subclass it, hand it stores, and run it as a JUnit
 * class; its parts are {@link EntrySuite}, {@link RefusalSuite}, {@link ReservationSuite}, {@link
 * TransferSuite}, {@link LedgerKeySuite}, {@link LedgerCaseSuite}, {@link LedgerRaceSuite} and
 * {@link LedgerAuditSuite}.
 *
 * <p>Every test uses counters of its own name, so tests may share one database.
 */
public abstract class LedgerStoreCompatibility
    implements EntrySuite,
        RefusalSuite,
        ReservationSuite,
        TransferSuite,
        LedgerKeySuite,
        LedgerCaseSuite,
        LedgerRaceSuite,
        LedgerAuditSuite {
  private static final Bounds FLOOR_OF_ZERO = new Bounds(0, Long.MAX_VALUE);
  private static final AtomicLong COUNTERS = new AtomicLong(InstantSource.system().millis());

  private final List<LedgerStore> opened = new ArrayList<>();
  private LedgerStore store;
  private LedgerKit kit;

  /**
   * Opens a store. All stores opened within one test share their state, as processes share a
   * database. The suite closes it.
   */
  protected abstract LedgerStore openStore();

  /**
   * Opens a store on the same state, each of whose writes is carried out while its answer gets
   * lost. Empty where the test cannot arrange that; the test then shows as skipped.
   */
  protected Optional<LedgerStore> openStoreLosingAnswers() {
    return Optional.empty();
  }

  /** Changes a counter's stored data by hand. */
  protected abstract boolean tamper(String counter, Subject subject, Tampering tampering);

  @BeforeEach
  protected final void openKit() {
    store = anotherStore();
    kit = kit(FLOOR_OF_ZERO);
  }

  @AfterEach
  protected final void closeStores() {
    opened.forEach(LedgerStore::close);
    opened.clear();
  }

  @Override
  public final LedgerKit kit() {
    return kit;
  }

  @Override
  public final LedgerKit kit(Bounds bounds) {
    return new LedgerKit(store, "kit.l" + COUNTERS.incrementAndGet(), bounds);
  }

  @Override
  public final LedgerStore anotherStore() {
    LedgerStore another = openStore();
    opened.add(another);
    return another;
  }

  @Override
  public final Optional<LedgerStore> storeLosingAnswers() {
    Optional<LedgerStore> losing = openStoreLosingAnswers();
    losing.ifPresent(opened::add);
    return losing;
  }

  /** Asks the store for the time until it is late enough; a store with a set clock moves it. */
  @Override
  public void waitUntil(Instant instant) {
    RealWaiter waiter = new RealWaiter();
    for (Instant now = store.now(); now.isBefore(instant); now = store.now()) {
      waiter.waitFor(Duration.between(now, instant));
    }
  }

  @Override
  public final boolean tamper(LedgerKit of, Subject subject, Tampering tampering) {
    return tamper(of.counter().name(), subject, tampering);
  }
}
