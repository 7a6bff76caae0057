package dev.trueup.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import dev.trueup.error.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The server's clock: this machine's, corrected by what the server said at most ten seconds ago.
 * The error is at most half the time that the answer took. So only the attempt that was answered is
 * timed, without the failed ones before it, and one that was slow, since a line had to be opened or
 * a server to be found, is made again: a clock that runs ahead would put a watermark past facts
 * that are not there yet. Thread-safe.
 */
final class ServerClock {
  private static final Duration FRESH = Duration.ofSeconds(10);

  /** An answer within this time is not asked for again. */
  private static final Duration QUICK = Duration.ofMillis(100);

  /** Of so many slow answers the quickest is taken. */
  private static final int TRIES_MAX = 5;

  /** What servers before 4.4.2 answer to. */
  private static final String OLD_GREETING = "isMaster";

  private final MongoDatabase database;
  private final Function<Supplier<Measured>, Measured> asking;
  private final InstantSource local;
  private volatile @Nullable Measured measured;
  private volatile String greeting = "hello";

  /**
   * What an answer said.
   *
   * @param ahead the server's clock, less this machine's
   * @param took how long the answer took
   * @param at when it came, by this machine
   */
  record Measured(Duration ahead, Duration took, Instant at) {}

  /**
   * @param asking runs a question with the usual retries
   */
  ServerClock(
      MongoDatabase database, Function<Supplier<Measured>, Measured> asking, InstantSource local) {
    this.database = database;
    this.asking = asking;
    this.local = local;
  }

  /** To the microsecond. */
  Instant now() {
    Instant here = local.instant();
    Measured known = measured;
    if (known == null || Duration.between(known.at(), here).abs().compareTo(FRESH) > 0) {
      known = measure();
      measured = known;
      here = local.instant();
    }
    return here.plus(known.ahead()).truncatedTo(ChronoUnit.MICROS);
  }

  private Measured measure() {
    Measured best = asking.apply(this::ask);
    for (int tries = 1; tries < TRIES_MAX && best.took().compareTo(QUICK) > 0; tries++) {
      Measured other = asking.apply(this::ask);
      best = other.took().compareTo(best.took()) < 0 ? other : best;
    }
    return best;
  }

  private Measured ask() {
    try {
      return ask(greeting);
    } catch (MongoCommandException e) {
      if (e.getCode() != MongoFailure.COMMAND_NOT_FOUND || greeting.equals(OLD_GREETING)) {
        throw e;
      }
      greeting = OLD_GREETING;
      return ask(OLD_GREETING);
    }
  }

  private Measured ask(String command) {
    Instant before = local.instant();
    Date said = database.runCommand(new Document(command, 1)).getDate("localTime");
    Instant after = local.instant();
    if (said == null) {
      throw new UnavailableException("The server does not tell its time; nothing was changed.");
    }
    Duration took = Duration.between(before, after);
    Instant middle = before.plus(took.dividedBy(2));
    return new Measured(Duration.between(middle, said.toInstant()), took, after);
  }
}
