package dev.trueup.jdbc.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.ledger.BatchLimits;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Ledger;
import dev.trueup.ledger.LedgerBatcher;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Ledgers;
import dev.trueup.testkit.ledger.ForwardingLedgerStore;
import dev.trueup.testkit.time.RealWaiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A process of its own whose threads take 1 from the stock, again and again, each attempt with an
 * id. One answer in a hundred is thrown away, half of them with what was asked; the attempt is then
 * sent again under its id.
 */
final class StockTaker {
  static final LedgerCounter STOCK =
      new LedgerCounter("proof.stock", new Bounds(0, Long.MAX_VALUE));
  static final Subject SHELF = new Subject("shelf-1");
  static final BatchLimits LIMITS = new BatchLimits(1, 256, 10_000, Duration.ZERO);

  private final LongAdder succeeded = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder wrong = new LongAdder();

  private StockTaker() {}

  /** What one process reports, on one line. */
  record Report(
      long succeeded,
      long refused,
      long repeated,
      long unknown,
      long wrong,
      long batches,
      long operations,
      long millis) {
    static final String START = "REPORT ";

    String line() {
      return START
          + String.join(
              " ",
              List.of(succeeded, refused, repeated, unknown, wrong, batches, operations, millis)
                  .stream()
                  .map(Object::toString)
                  .toList());
    }

    static Report of(String line) {
      String[] parts = line.substring(START.length()).split(" ");
      long[] numbers = new long[parts.length];
      for (int at = 0; at < parts.length; at++) {
        numbers[at] = Long.parseLong(parts[at]);
      }
      return new Report(
          numbers[0],
          numbers[1],
          numbers[2],
          numbers[3],
          numbers[4],
          numbers[5],
          numbers[6],
          numbers[7]);
    }
  }

  /** Arguments: url, user, password, name of this process, threads, attempts of each thread. */
  public static void main(String[] arguments) throws Exception {
    DatabaseSettings settings =
        DatabaseSettings.of("stock", arguments[0], arguments[1], arguments[2]);
    int threads = Integer.parseInt(arguments[4]);
    int attempts = Integer.parseInt(arguments[5]);
    try (Database database = Database.open(settings)) {
      LedgerStore store = new LosingAnswers(new JdbcLedgerStore(database), arguments[3].hashCode());
      LedgerBatcher batcher = new LedgerBatcher(STOCK, store, LIMITS, new RealWaiter());
      Ledgers ledgers = new Ledgers(List.of(new Ledger(STOCK, store, batcher)), List.of());
      System.out.println("READY");
      // The line on standard input is the start signal for both processes.
      if (System.in.read() < 0) {
        return;
      }
      StockTaker taker = new StockTaker();
      long started = System.nanoTime();
      taker.run(ledgers, arguments[3], threads, attempts);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
      System.out.println(taker.report(batcher, millis).line());
    }
  }

  private Report report(LedgerBatcher batcher, long millis) {
    return new Report(
        succeeded.sum(),
        refused.sum(),
        repeated.sum(),
        unknown.sum(),
        wrong.sum(),
        batcher.batches(),
        batcher.operations(),
        millis);
  }

  private void run(Ledgers ledgers, String name, int threads, int attempts) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> all = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      String prefix = name + "-" + thread + "-";
      all.add(
          pool.submit(
              () -> {
                for (int attempt = 0; attempt < attempts; attempt++) {
                  take(ledgers, prefix + attempt);
                }
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    pool.shutdown();
  }

  private void take(Ledgers ledgers, String id) {
    while (true) {
      LedgerOutcome outcome = ledgers.append(STOCK.name(), SHELF.key(), id, -1);
      switch (outcome.kind()) {
        case UNKNOWN -> unknown.increment();
        case APPLIED -> {
          succeeded.increment();
          return;
        }
        case DUPLICATE -> {
          succeeded.increment();
          repeated.increment();
          return;
        }
        case REJECTED -> {
          (outcome.rejection() == Rejection.FLOOR ? refused : wrong).increment();
          return;
        }
      }
    }
  }

  /** Loses the answers of one transaction in a hundred. */
  private static final class LosingAnswers extends ForwardingLedgerStore {
    private final SplittableRandom random;

    LosingAnswers(LedgerStore store, long seed) {
      super(store);
      this.random = new SplittableRandom(seed);
    }

    @Override
    public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
      int dice;
      synchronized (random) {
        dice = random.nextInt(200);
      }
      if (dice == 0) {
        throw new AnswerLostException("Lost on purpose, and not carried out.");
      }
      List<LedgerOutcome> outcomes = super.apply(counter, operations);
      if (dice == 1) {
        throw new AnswerLostException("Lost on purpose, and carried out.");
      }
      return outcomes;
    }
  }
}
