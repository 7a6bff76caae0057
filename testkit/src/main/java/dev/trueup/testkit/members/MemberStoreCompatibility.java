package dev.trueup.testkit.members;

import dev.trueup.members.MemberStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every store of members has to keep. Subclass it, hand it stores, and run it as a JUnit
 * class; its parts are {@link MemberSetSuite}, {@link MemberSidesSuite}, {@link MemberKeySuite},
 * {@link MemberDaySuite}, {@link MemberEndingSuite}, {@link MemberAuditSuite} and {@link
 * MemberRaceSuite}. Every test uses counters of its own names, so tests may share one database.
 */
public abstract class MemberStoreCompatibility
    implements MemberSetSuite,
        MemberSidesSuite,
        MemberKeySuite,
        MemberDaySuite,
        MemberEndingSuite,
        MemberAuditSuite,
        MemberRaceSuite {
  private static final AtomicLong PREFIXES = new AtomicLong(InstantSource.system().millis());

  private final List<MemberStore> opened = new ArrayList<>();
  private MemberKit kit;

  /**
   * Opens a store. All stores opened within one test share their state, as processes share a
   * database. The suite closes it.
   */
  protected abstract MemberStore openStore();

  @BeforeEach
  protected final void openKit() {
    kit = new MemberKit(anotherStore(), "kit" + PREFIXES.incrementAndGet());
  }

  @AfterEach
  protected final void closeStores() {
    opened.forEach(MemberStore::close);
    opened.clear();
  }

  @Override
  public final MemberKit kit() {
    return kit;
  }

  @Override
  public final MemberStore anotherStore() {
    MemberStore store = openStore();
    opened.add(store);
    return store;
  }
}
