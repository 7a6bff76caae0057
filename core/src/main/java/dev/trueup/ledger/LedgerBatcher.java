package dev.trueup.ledger;

import dev.trueup.error.BrokenInvariantException;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.time.Waiter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Groups the operations of many threads: those that arrive while a transaction runs share the next
 * one, and its one flush to disk. It has no thread of its own: the first to come does the work of
 * those behind it, once, and hands over. Each caller gets its own answer, and gets it when it is
 * durable. Thread-safe.
 */
public final class LedgerBatcher {
  private final LedgerCounter counter;
  private final LedgerStore store;
  private final BatchLimits limits;
  private final Waiter waiter;
  private final List<Lane> lanes = new ArrayList<>();
  private final LongAdder batches = new LongAdder();
  private final LongAdder operations = new LongAdder();

  /** What a waiting caller is woken for. */
  private sealed interface Turn {
    /** The answer is there. */
    record Answered(LedgerOutcome outcome) implements Turn {}

    /** It is the caller's turn to run a transaction for itself and those behind it. */
    record Lead() implements Turn {}
  }

  private record Ticket(LedgerOperation operation, CompletableFuture<Turn> turn) {
    Ticket(LedgerOperation operation) {
      this(operation, new CompletableFuture<>());
    }
  }

  /** Those who wait for one transaction after the other. Guarded by itself. */
  private static final class Lane {
    final Deque<Ticket> waiting = new ArrayDeque<>();
    boolean led;
  }

  /**
   * @param waiter lets the linger time pass
   */
  public LedgerBatcher(
      LedgerCounter counter, LedgerStore store, BatchLimits limits, Waiter waiter) {
    this.counter = counter;
    this.store = store;
    this.limits = limits;
    this.waiter = waiter;
    for (int lane = 0; lane < limits.lanes(); lane++) {
      lanes.add(new Lane());
    }
  }

  /** How many transactions were run, since the beginning. */
  public long batches() {
    return batches.sum();
  }

  /** How many operations were sent in them. */
  public long operations() {
    return operations.sum();
  }

  /** How many operations wait for a transaction to begin. */
  public int waiting() {
    int waiting = 0;
    for (Lane lane : lanes) {
      synchronized (lane) {
        waiting += lane.waiting.size();
      }
    }
    return waiting;
  }

  /**
   * Applies one operation, together with others. Fails as {@link LedgerStore#apply} does: an answer
   * that is lost is lost for everybody in the transaction.
   */
  public LedgerOutcome apply(LedgerOperation operation) {
    if (operation instanceof Transfer) {
      // It may belong to two lanes, and so to none.
      return run(List.of(operation)).get(0);
    }
    Lane lane = lanes.get(Math.floorMod(operation.subject().hashCode(), lanes.size()));
    Ticket ticket = new Ticket(operation);
    synchronized (lane) {
      if (lane.waiting.size() >= limits.queueMax()) {
        return LedgerOutcome.rejected(
            Rejection.BUSY,
            counter.name()
                + ": "
                + limits.queueMax()
                + " operations wait already. Nothing was written; try again later.");
      }
      lane.waiting.addLast(ticket);
      if (!lane.led) {
        lane.led = true;
        ticket.turn().complete(new Turn.Lead());
      }
    }
    Turn turn = await(ticket);
    if (turn instanceof Turn.Answered answered) {
      return answered.outcome();
    }
    return lead(lane, ticket);
  }

  private static Turn await(Ticket ticket) {
    try {
      return ticket.turn().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** The ticket is the first of those who wait. */
  private LedgerOutcome lead(Lane lane, Ticket own) {
    List<Ticket> batch = new ArrayList<>();
    try {
      linger(lane);
      synchronized (lane) {
        while (batch.size() < limits.batchMax() && !lane.waiting.isEmpty()) {
          batch.add(lane.waiting.removeFirst());
        }
      }
      List<LedgerOutcome> outcomes = run(batch.stream().map(Ticket::operation).toList());
      for (int at = 1; at < batch.size(); at++) {
        batch.get(at).turn().complete(new Turn.Answered(outcomes.get(at)));
      }
      return outcomes.get(0);
    } catch (RuntimeException | Error e) {
      batch.forEach(ticket -> ticket.turn().completeExceptionally(e));
      throw e;
    } finally {
      handOver(lane, own);
    }
  }

  private void linger(Lane lane) {
    if (limits.linger().isZero()) {
      return;
    }
    boolean full;
    synchronized (lane) {
      full = lane.waiting.size() >= limits.batchMax();
    }
    if (!full) {
      waiter.waitFor(limits.linger());
    }
  }

  private static void handOver(Lane lane, Ticket own) {
    synchronized (lane) {
      // Still there if lingering failed: nobody else may take it for a caller that waits.
      lane.waiting.remove(own);
      Ticket next = lane.waiting.peekFirst();
      lane.led = next != null;
      if (next != null) {
        next.turn().complete(new Turn.Lead());
      }
    }
  }

  private List<LedgerOutcome> run(List<LedgerOperation> batch) {
    batches.increment();
    operations.add(batch.size());
    List<LedgerOutcome> outcomes = store.apply(counter, batch);
    if (outcomes.size() != batch.size()) {
      throw new BrokenInvariantException(
          "Ledger "
              + counter.name()
              + ": the store answered "
              + outcomes.size()
              + " of "
              + batch.size()
              + " operations.");
    }
    return outcomes;
  }
}
