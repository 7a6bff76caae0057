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
 * The error is at most half the time that the answer took. Thread-safe.
 */
final class ServerClock {
  private static final Duration FRESH = Duration.ofSeconds(10);

  /** What servers before 4.4.2 answer to. */
  private static final String OLD_GREETING = "isMaster";

  private final MongoDatabase database;
  private final Function<Supplier<Document>, Document> asking;
  private final InstantSource local;
  private volatile @Nullable Measured measured;
  private volatile String greeting = "hello";

  private record Measured(Duration ahead, Instant at) {}

  /**
   * @param asking runs a question with the usual retries
   */
  ServerClock(
      MongoDatabase database, Function<Supplier<Document>, Document> asking, InstantSource local) {
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
    Instant before = local.instant();
    Date said = asking.apply(this::hello).getDate("localTime");
    Instant after = local.instant();
    if (said == null) {
      throw new UnavailableException("The server does not tell its time; nothing was changed.");
    }
    Instant middle = before.plus(Duration.between(before, after).dividedBy(2));
    return new Measured(Duration.between(middle, said.toInstant()), after);
  }

  private Document hello() {
    try {
      return database.runCommand(new Document(greeting, 1));
    } catch (MongoCommandException e) {
      if (e.getCode() != MongoFailure.COMMAND_NOT_FOUND || greeting.equals(OLD_GREETING)) {
        throw e;
      }
      greeting = OLD_GREETING;
      return database.runCommand(new Document(greeting, 1));
    }
  }
}
