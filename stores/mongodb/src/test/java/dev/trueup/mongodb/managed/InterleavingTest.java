package dev.trueup.mongodb.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.MongoSettings;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.store.Head;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import dev.trueup.testkit.time.RealWaiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What others do between a writer's first look at the head and its write. The write draws a random
 * number right before it is sent; that is where the others are let in.
 */
class InterleavingTest {
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter("post.comments", new Windows(Counter.WINDOW_DEFAULT), Duration.ofHours(1), false);

  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
  private TestMongo server;
  private DocumentDatabase slowDatabase;
  private DocumentDatabase otherDatabase;
  private MongoCounterStore slow;
  private MongoCounterStore other;
  private Instant zero;

  private final class LetsOthersIn extends Random {
    private static final long serialVersionUID = 1L;

    @Override
    public long nextLong() {
      meanwhile.getAndSet(() -> {}).run();
      return super.nextLong();
    }
  }

  @BeforeEach
  void open() {
    server = TestMongo.newDatabase();
    slowDatabase =
        DocumentDatabase.open(
            MongoSettings.of("docs", server.url(), null, null),
            InstantSource.system(),
            new RealWaiter(),
            new LetsOthersIn());
    otherDatabase = server.open();
    slow = new MongoCounterStore(slowDatabase, 1);
    other = new MongoCounterStore(otherDatabase, 1);
    slow.enable(COUNTER);
    zero = COUNTER.windows().boundaryFrom(slow.acceptingSince(COUNTER));
  }

  @AfterEach
  void close() {
    slowDatabase.close();
    otherDatabase.close();
    server.close();
  }

  private Instant window(int number) {
    return zero.plus(COUNTER.windows().size().multipliedBy(number));
  }

  private Watermark watermark(int number) {
    return new Watermark(window(number), window(number));
  }

  private Change change(String id, long amount, int window) {
    Instant at = window(window).plusMillis(5);
    return new Change(COUNTER.name(), POST, amount, "f-" + id, id, at, at);
  }

  private Outcome accept(MongoCounterStore store, Change change) {
    return store.accept(COUNTER, List.of(change), false).get(0);
  }

  private Settlement.Result settle(MongoCounterStore store, long truth, Watermark watermark) {
    Head head = store.heads(COUNTER, List.of(POST)).get(POST);
    Set<String> judged = new HashSet<>();
    var recorded = store.examine(COUNTER, List.of(POST)).get(POST);
    if (recorded != null) {
      for (Change change : recorded.changes()) {
        boolean inside = watermark.covers(COUNTER.cellOf(change));
        if (inside && (head == null || !head.covers(COUNTER.cellOf(change)))) {
          judged.add(change.id());
        }
      }
    }
    Settlement settlement =
        new Settlement(
            POST,
            head == null ? null : head.version(),
            head == null ? 0 : head.mark(),
            truth,
            watermark,
            judged,
            Doubt.NONE,
            false,
            null);
    return store.settle(COUNTER, List.of(settlement)).get(0);
  }

  private long fast() {
    return other.read(COUNTER, List.of(POST)).getOrDefault(POST, nothing()).fastValue();
  }

  private static StoredSubject nothing() {
    return new StoredSubject(null, Map.of());
  }

  private boolean isCandidate() {
    return other.candidates(COUNTER, null, 10).contains(POST);
  }

  private RecordedSubject examined() {
    return other
        .examine(COUNTER, List.of(POST))
        .getOrDefault(POST, new RecordedSubject(null, List.of(), List.of()));
  }

  private List<Change> recorded() {
    return examined().changes();
  }

  @Test
  void i4AChangeThatIsWrittenWhileABaseIsInstalledIsCoveredMarkedAndTakenBack() {
    settle(other, 100, watermark(1));
    meanwhile.set(
        () -> {
          settle(other, 103, watermark(9));
          assertThat(isCandidate()).isFalse();
        });

    assertThat(accept(slow, change("late", 3, 5))).isEqualTo(Outcome.covered());

    assertThat(fast()).isEqualTo(103);
    assertThat(recorded()).isEmpty();
    assertThat(isCandidate()).isTrue();
    assertThat(examined().covered()).hasSize(1);
  }

  @Test
  void i4AFirstBaseThatIsInstalledMeanwhileCoversToo() {
    meanwhile.set(() -> settle(other, 103, watermark(9)));

    assertThat(accept(slow, change("late", 3, 5))).isEqualTo(Outcome.covered());

    assertThat(fast()).isEqualTo(103);
    assertThat(isCandidate()).isTrue();
  }

  @Test
  void aBaseThatIsInstalledMeanwhileLeavesWhatIsOutsideItCounted() {
    settle(other, 100, watermark(1));
    meanwhile.set(() -> settle(other, 101, watermark(5)));

    assertThat(accept(slow, change("new", 3, 7))).isEqualTo(Outcome.applied());

    assertThat(fast()).isEqualTo(104);
  }

  @Test
  void aSubjectThatIsForgottenMeanwhileTakesNothingAndKeepsNothing() {
    meanwhile.set(() -> other.forget(COUNTER, POST, other.now().plus(Duration.ofHours(1))));

    assertThat(accept(slow, change("a", 3, 5)).rejection()).isEqualTo(Rejection.FORGOTTEN);

    assertThat(recorded()).isEmpty();
    assertThat(isCandidate()).isFalse();
  }

  @Test
  void i3TheSameChangeSentByAnotherMeanwhileCountsOnce() {
    Change change = change("a", 3, 5);
    meanwhile.set(() -> assertThat(accept(other, change)).isEqualTo(Outcome.applied()));

    assertThat(accept(slow, change)).isEqualTo(Outcome.duplicate());

    assertThat(recorded()).containsExactly(change);
  }

  @Test
  void i3TheSameIdInAnotherWindowMeanwhileIsRejectedAndTheFirstStays() {
    Change first = change("a", 3, 5);
    meanwhile.set(() -> assertThat(accept(other, first)).isEqualTo(Outcome.applied()));

    Outcome outcome = accept(slow, change("a", 4, 8));

    assertThat(outcome.rejection()).isEqualTo(Rejection.OTHER_CHANGE_SAME_ID);
    assertThat(recorded()).containsExactly(first);
  }

  @Test
  void aWriterThatDiesBeforeItsSecondLookLeavesACandidateAndNoWrongReading() {
    settle(other, 103, watermark(9));
    Change left = change("left behind", 3, 5);
    new ShardDocuments(otherDatabase, MongoCounterStore.BYTES_DEFAULT)
        .add(COUNTER, ShardKey.of(COUNTER, 1, left), 1, List.of(left));

    assertThat(fast()).isEqualTo(103);
    assertThat(isCandidate()).isTrue();

    settle(other, 103, watermark(10));
    assertThat(recorded()).isEmpty();
    assertThat(isCandidate()).as("what was dropped was not judged").isTrue();
    settle(other, 103, watermark(11));
    assertThat(isCandidate()).isFalse();
  }

  @Test
  void aSettleThatDiesAfterItsFirstStepHasInstalledAndLeavesTheSubjectMarked() {
    settle(other, 100, watermark(1));
    accept(other, change("in", 3, 5));
    accept(other, change("out", 4, 12));
    Head head = other.heads(COUNTER, List.of(POST)).get(POST);
    new HeadDocuments(otherDatabase)
        .install(COUNTER, POST, head, 0, new Head.Base(103, watermark(9), other.now()));

    assertThat(fast()).isEqualTo(107);
    assertThat(accept(other, change("in", 3, 5))).isEqualTo(Outcome.covered());
    assertThat(isCandidate()).isTrue();

    settle(other, 103, watermark(10));
    settle(other, 103, watermark(11));
    assertThat(fast()).isEqualTo(107);
    assertThat(recorded()).extracting(Change::id).containsExactly("out");
  }

  @Test
  void aDocumentThatIsFullRejectsAndTakesAgainOnceItIsSettled() {
    MongoCounterStore small = new MongoCounterStore(otherDatabase, 1, 1_000);
    int taken = 0;
    Outcome last = Outcome.applied();
    while (last.kind() == Outcome.Kind.APPLIED && taken < 100) {
      last = accept(small, change("id-" + taken, 1, 5));
      taken++;
    }

    assertThat(last.rejection()).isEqualTo(Rejection.FULL);
    assertThat(taken).isBetween(5, 20);
    assertThat(accept(small, change("id-0", 1, 5))).isEqualTo(Outcome.duplicate());
    assertThat(accept(small, change("elsewhere", 1, 6))).isEqualTo(Outcome.applied());
    settle(small, taken, watermark(9));
    assertThat(accept(small, change("later", 1, 10))).isEqualTo(Outcome.applied());
  }
}
