package dev.trueup.jdbc.ledger;

import static dev.trueup.jdbc.ledger.StockTaker.SHELF;
import static dev.trueup.jdbc.ledger.StockTaker.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.jdbc.ledger.StockTaker.Report;
import dev.trueup.ledger.AuditedBalance;
import dev.trueup.ledger.LedgerAudit;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.StoredBalance;
import dev.trueup.testkit.process.ChildJvm;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Two processes of 32 threads take 1 from a stock of half their number of attempts, on PostgreSQL
 * with fsync on, while a third reads. One answer in a hundred is lost and asked for again.
 */
class StockProofTest {
  private static final int PROCESSES = 2;
  private static final int THREADS = 32;

  /** Small for every build, whole with {@code TRUEUP_FULL_PROOFS=true}. */
  private static final int ATTEMPTS =
      Integer.getInteger(
          "trueup.ledger.attempts",
          Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 200_000 : 6_400);

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @Test
  void l1ExactlyTheStockIsTakenAndNoMomentIsNegative() throws Exception {
    int perThread = ATTEMPTS / (PROCESSES * THREADS);
    long attempts = (long) perThread * PROCESSES * THREADS;
    long stock = attempts / 2;
    try (TestDatabase server = Servers.durablePostgresql().newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      JdbcLedgerStore store = new JdbcLedgerStore(database);
      store.enable(STOCK);
      store.apply(STOCK, List.of(new LedgerOperation.Append(SHELF, "stock", stock)));

      AtomicBoolean done = new AtomicBoolean();
      ExecutorService pool = Executors.newSingleThreadExecutor();
      Future<Seen> reader = pool.submit(() -> read(store, done));
      List<Report> reports = take(server, perThread);
      done.set(true);
      Seen seen = reader.get(60, TimeUnit.SECONDS);
      pool.shutdown();

      print(reports, attempts, seen);
      assertThat(reports.stream().mapToLong(Report::succeeded).sum()).isEqualTo(stock);
      assertThat(reports.stream().mapToLong(Report::refused).sum()).isEqualTo(attempts - stock);
      assertThat(reports).allMatch(one -> one.wrong() == 0);
      assertThat(reports.stream().mapToLong(Report::unknown).sum()).isPositive();
      assertThat(seen.wrong()).isZero();
      assertThat(seen.readings()).isPositive();
      AuditedBalance audited = store.examine(STOCK, null, 10).get(0);
      assertThat(LedgerAudit.faults(STOCK.name(), audited)).isEmpty();
      assertThat(audited.entries()).isEqualTo(stock + 1);
      assertThat(balance(store)).isZero();
    }
  }

  private static List<Report> take(TestDatabase server, int perThread) {
    try (ChildJvm first = start(server, "one", perThread);
        ChildJvm second = start(server, "two", perThread)) {
      first.awaitLine("READY", PATIENCE);
      second.awaitLine("READY", PATIENCE);
      first.send("go");
      second.send("go");
      return List.of(
          Report.of(first.awaitLine(Report.START, PATIENCE)),
          Report.of(second.awaitLine(Report.START, PATIENCE)));
    }
  }

  private static ChildJvm start(TestDatabase server, String name, int perThread) {
    return ChildJvm.start(
        StockTaker.class,
        List.of("-Xmx256m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
        server.url(),
        server.username(),
        server.password(),
        name,
        Integer.toString(THREADS),
        Integer.toString(perThread));
  }

  private record Seen(long readings, long wrong) {}

  /** The stock is only taken from, so what is read never rises, and never falls below zero. */
  private static Seen read(JdbcLedgerStore store, AtomicBoolean done) {
    long readings = 0;
    long wrong = 0;
    long last = Long.MAX_VALUE;
    while (!done.get()) {
      long now = balance(store);
      wrong += now < 0 || now > last ? 1 : 0;
      last = now;
      readings++;
    }
    return new Seen(readings, wrong);
  }

  private static long balance(JdbcLedgerStore store) {
    StoredBalance stored = store.balances(STOCK, List.of(SHELF)).get(SHELF);
    return Objects.requireNonNull(stored).balance().amount();
  }

  private static void print(List<Report> reports, long attempts, Seen seen) {
    long batches = reports.stream().mapToLong(Report::batches).sum();
    long operations = reports.stream().mapToLong(Report::operations).sum();
    double seconds = reports.stream().mapToLong(Report::millis).max().orElse(1) / 1e3;
    System.out.printf(
        Locale.ROOT,
        "%nStock on PostgreSQL, fsync on: %d threads over %d processes, %d attempts in %.1f s,"
            + " %.0f a second%n"
            + "  succeeded %d, refused by the floor %d, answers lost %d, of which found done %d%n"
            + "  batching: one lane a process, at most %d operations a transaction, no lingering;"
            + " %d transactions, %.1f operations each%n"
            + "  %d readings meanwhile, wrong: %d%n",
        PROCESSES * THREADS,
        PROCESSES,
        attempts,
        seconds,
        attempts / seconds,
        reports.stream().mapToLong(Report::succeeded).sum(),
        reports.stream().mapToLong(Report::refused).sum(),
        reports.stream().mapToLong(Report::unknown).sum(),
        reports.stream().mapToLong(Report::repeated).sum(),
        StockTaker.LIMITS.batchMax(),
        batches,
        (double) operations / batches,
        seen.readings(),
        seen.wrong());
  }
}
