package dev.trueup.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.StoppedException;
import dev.trueup.ledger.BatchLimits;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerBatcher;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerBatcherTest {
  private static final Subject SHELF = new Subject("shelf");

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final ModelLedger memory = new ModelLedger();
  private final LedgerCounter counter = new LedgerCounter("stock", new Bounds(0, 1_000_000));
  private final ConcurrentLinkedQueue<Integer> sizes = new ConcurrentLinkedQueue<>();
  private final CountDownLatch firstIsIn = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ForwardingLedgerStore store =
      new ForwardingLedgerStore(new ModelLedgerStore(memory.state(), memory.clock())) {
        @Override
        public List<LedgerOutcome> apply(LedgerCounter of, List<LedgerOperation> operations) {
          sizes.add(operations.size());
          if (operations.get(0).id().equals("first")) {
            firstIsIn.countDown();
            await(goOn);
          }
          if (operations.stream().anyMatch(one -> one.id().equals("broken"))) {
            throw new AnswerLostException("The connection broke.");
          }
          return super.apply(of, operations);
        }
      };

  @BeforeEach
  void enable() {
    store.enable(counter);
  }

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @Test
  void operationsThatArriveDuringATransactionShareTheNextOne() throws Exception {
    LedgerBatcher batcher = batcher(new BatchLimits(1, 16, 100, Duration.ZERO));
    List<Future<LedgerOutcome>> answers = new ArrayList<>();
    answers.add(send(batcher, "first", 5));
    await(firstIsIn);
    for (int i = 0; i < 20; i++) {
      answers.add(sendAndWait(batcher, "id-" + i, i % 2 == 0 ? 3 : -3, i + 1));
    }
    goOn.countDown();

    for (Future<LedgerOutcome> answer : answers) {
      assertThat(answer.get(30, TimeUnit.SECONDS).kind()).isEqualTo(Kind.APPLIED);
    }
    assertThat(sizes).containsExactly(1, 16, 4);
    assertThat(batcher.batches()).isEqualTo(3);
    assertThat(batcher.operations()).isEqualTo(21);

    assertThat(Objects.requireNonNull(answers.get(4).get().entry()).id()).isEqualTo("id-3");
  }

  @Test
  void aFullQueueRefusesAsBusyAndWritesNothing() throws Exception {
    LedgerBatcher batcher = batcher(new BatchLimits(1, 16, 3, Duration.ZERO));
    Future<LedgerOutcome> first = send(batcher, "first", 5);
    await(firstIsIn);
    List<Future<LedgerOutcome>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(sendAndWait(batcher, "id-" + i, 1, i + 1));
    }

    LedgerOutcome refused = batcher.apply(new Append(SHELF, "too many", 1));

    assertThat(refused.rejection()).isEqualTo(Rejection.BUSY);
    goOn.countDown();
    for (Future<LedgerOutcome> one : waiting) {
      assertThat(one.get(30, TimeUnit.SECONDS).kind()).isEqualTo(Kind.APPLIED);
    }
    assertThat(first.get().kind()).isEqualTo(Kind.APPLIED);
    assertThat(batcher.apply(new Append(SHELF, "too many", 1)).kind()).isEqualTo(Kind.APPLIED);
  }

  @Test
  void aLostAnswerIsLostForAllOfItsTransactionAndNobodyElse() throws Exception {
    LedgerBatcher batcher = batcher(new BatchLimits(1, 2, 100, Duration.ZERO));
    Future<LedgerOutcome> first = send(batcher, "first", 5);
    await(firstIsIn);
    Future<LedgerOutcome> beside = sendAndWait(batcher, "beside", 1, 1);
    Future<LedgerOutcome> broken = sendAndWait(batcher, "broken", 1, 2);
    Future<LedgerOutcome> behind = sendAndWait(batcher, "behind", 1, 3);
    goOn.countDown();

    assertThat(first.get(30, TimeUnit.SECONDS).kind()).isEqualTo(Kind.APPLIED);
    assertThatThrownBy(() -> beside.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AnswerLostException.class);
    assertThatThrownBy(() -> broken.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AnswerLostException.class);
    assertThat(behind.get(30, TimeUnit.SECONDS).kind()).isEqualTo(Kind.APPLIED);
    assertThat(batcher.apply(new Append(SHELF, "beside", 1)).kind()).isEqualTo(Kind.APPLIED);
  }

  @Test
  void whoLingersWaitsOnceForCompany() {
    List<Duration> waits = new ArrayList<>();
    LedgerBatcher batcher =
        new LedgerBatcher(
            counter, store, new BatchLimits(1, 16, 100, Duration.ofMillis(2)), waits::add);

    assertThat(batcher.apply(new Append(SHELF, "a", 1)).kind()).isEqualTo(Kind.APPLIED);
    assertThat(batcher.apply(new Append(SHELF, "b", 1)).kind()).isEqualTo(Kind.APPLIED);

    assertThat(waits).containsExactly(Duration.ofMillis(2), Duration.ofMillis(2));
  }

  @Test
  void aFailedLingerLeavesNobodyBehind() {
    boolean[] failed = new boolean[1];
    LedgerBatcher batcher =
        new LedgerBatcher(
            counter,
            store,
            new BatchLimits(1, 16, 100, Duration.ofMillis(2)),
            duration -> {
              if (!failed[0]) {
                failed[0] = true;
                throw new StoppedException("Told to stop.");
              }
            });

    assertThatThrownBy(() -> batcher.apply(new Append(SHELF, "a", 1)))
        .isInstanceOf(StoppedException.class);
    assertThat(batcher.apply(new Append(SHELF, "b", 1)).kind()).isEqualTo(Kind.APPLIED);
    assertThat(sizes).containsExactly(1);
  }

  @Test
  void aTransferGoesByItself() {
    LedgerBatcher batcher = batcher(BatchLimits.DEFAULT);
    batcher.apply(new Append(SHELF, "a", 5));

    LedgerOutcome outcome = batcher.apply(new Transfer(SHELF, new Subject("other"), "t", 2));

    assertThat(outcome.kind()).isEqualTo(Kind.APPLIED);
    assertThat(outcome.counterpart()).isNotNull();
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new BatchLimits(0, 1, 1, Duration.ZERO))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> new BatchLimits(1, 1_001, 1, Duration.ZERO))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> new BatchLimits(1, 1, 0, Duration.ZERO))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> new BatchLimits(1, 1, 1, Duration.ofSeconds(2)))
        .isInstanceOf(BadRequestException.class);
  }

  private LedgerBatcher batcher(BatchLimits limits) {
    return new LedgerBatcher(counter, store, limits, memory.clock()::advance);
  }

  private Future<LedgerOutcome> send(LedgerBatcher batcher, String id, long amount) {
    return pool.submit(() -> batcher.apply(new Append(SHELF, id, amount)));
  }

  /** Returns when the operation is in the queue, so that the order is known. */
  private Future<LedgerOutcome> sendAndWait(
      LedgerBatcher batcher, String id, long amount, int waiting) {
    Future<LedgerOutcome> answer = send(batcher, id, amount);
    while (batcher.waiting() < waiting) {
      Thread.onSpinWait();
    }
    return answer;
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Nobody came.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
