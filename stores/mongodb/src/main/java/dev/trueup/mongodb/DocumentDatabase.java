package dev.trueup.mongodb;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.trueup.error.BadRequestException;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * One MongoDB database with its connections. Writes wait for the majority and the journal; reads go
 * to the primary. Nothing here needs a replica set, a session or a transaction. Thread-safe.
 */
public final class DocumentDatabase implements AutoCloseable {
  /** The code of a server that has a document of this key already. */
  public static final int DUPLICATE_KEY = 11_000;

  /** The wire version of MongoDB 5.0. */
  private static final int SNAPSHOTS_SINCE = 13;

  private final MongoSettings settings;
  private final MongoClient client;
  private final MongoDatabase database;
  private final MongoErrors errors;
  private final RetryCounts counts;
  private final InstantSource local;
  private final Waiter waiter;
  private final RandomGenerator random;
  private final ServerClock clock;

  private DocumentDatabase(
      MongoSettings settings,
      MongoClient client,
      String name,
      RetryCounts counts,
      InstantSource local,
      Waiter waiter,
      RandomGenerator random) {
    this.settings = settings;
    this.client = client;
    this.database =
        client
            .getDatabase(name)
            .withWriteConcern(WriteConcern.MAJORITY.withJournal(true))
            .withReadConcern(ReadConcern.LOCAL)
            .withReadPreference(ReadPreference.primary());
    this.errors = new MongoErrors(settings);
    this.counts = counts;
    this.local = local;
    this.waiter = waiter;
    this.random = random;
    this.clock = new ServerClock(database, ask -> read("tell its time", ask), local);
  }

  /**
   * Opens a database and asks it one question, so that an address or a login that is wrong is told
   * at once.
   *
   * @param local this machine's clock
   * @param waiter lets the pauses between attempts pass
   * @param random spreads the pauses, and is where versions of new heads come from; thread-safe,
   *     and different in every process
   * @throws dev.trueup.error.UnavailableException if it cannot be reached or refuses the login
   */
  public static DocumentDatabase open(
      MongoSettings settings, InstantSource local, Waiter waiter, RandomGenerator random) {
    RetryCounts counts = new RetryCounts();
    ConnectionString address = address(settings);
    String name = address.getDatabase();
    if (name == null || name.isEmpty()) {
      throw new BadRequestException(
          "The URL of " + settings + " names no database; write mongodb://host/database.");
    }
    MongoClient client = MongoClients.create(clientSettings(settings, address, counts));
    DocumentDatabase opened =
        new DocumentDatabase(settings, client, name, counts, local, waiter, random);
    try {
      opened.now();
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static ConnectionString address(MongoSettings settings) {
    try {
      return new ConnectionString(settings.url());
    } catch (IllegalArgumentException e) {
      // The driver's own message may repeat the URL, and with it a password.
      throw new BadRequestException(
          "The URL of "
              + settings
              + " is no MongoDB connection string; write mongodb://host/database, with a password"
              + " percent-encoded.");
    }
  }

  private static MongoClientSettings clientSettings(
      MongoSettings settings, ConnectionString address, RetryCounts counts) {
    long connectMillis = settings.connectTimeout().toMillis();
    MongoClientSettings.Builder builder =
        MongoClientSettings.builder()
            .applyConnectionString(address)
            .applicationName("trueup")
            .retryWrites(true)
            .addCommandListener(new DriverRetries(counts))
            .applyToClusterSettings(
                cluster -> cluster.serverSelectionTimeout(connectMillis, TimeUnit.MILLISECONDS))
            // After a line broke, a server is looked for again this soon.
            .applyToServerSettings(
                server -> server.minHeartbeatFrequency(100, TimeUnit.MILLISECONDS))
            .applyToConnectionPoolSettings(
                pool ->
                    pool.maxSize(settings.connectionsMax())
                        .maxWaitTime(connectMillis, TimeUnit.MILLISECONDS))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout(connectMillis, TimeUnit.MILLISECONDS)
                        .readTimeout(settings.answerTimeout().toMillis(), TimeUnit.MILLISECONDS));
    String username = settings.username();
    String password = settings.password();
    if (username != null && address.getCredential() == null) {
      builder.credential(
          MongoCredential.createCredential(
              username,
              authSource(settings.url()),
              password == null ? new char[0] : password.toCharArray()));
    }
    return builder.build();
  }

  /** Where the user is known; the driver reads it from the URL only beside a user. */
  private static String authSource(String url) {
    for (String option : url.substring(url.indexOf('?') + 1).split("[&;]")) {
      if (option.startsWith("authSource=")) {
        return option.substring("authSource=".length());
      }
    }
    return "admin";
  }

  public MongoCollection<Document> collection(String name) {
    return database.getCollection(name);
  }

  /** For commands that are about the database as a whole. */
  public MongoDatabase database() {
    return database;
  }

  public RetryCounts retryCounts() {
    return counts;
  }

  /** What to call it in messages; without a password. */
  public String place() {
    return errors.place();
  }

  public RandomGenerator random() {
    return random;
  }

  /** The server's clock, to the microsecond. */
  public Instant now() {
    return clock.now();
  }

  /**
   * Asks a question, again after a failure.
   *
   * @param doing what it is for, as in {@code "count comments"}
   * @throws dev.trueup.error.UnavailableException if no attempt was answered
   */
  public <T extends @Nullable Object> T read(String doing, Supplier<T> question) {
    return run(doing, Sending.QUESTION, question);
  }

  /**
   * Makes a write that has the same effect sent once or twice, again after a failure.
   *
   * @throws dev.trueup.error.UnavailableException if it did not happen
   * @throws dev.trueup.error.AnswerLostException if it may have happened
   */
  public <T extends @Nullable Object> T write(String doing, Supplier<T> write) {
    return run(doing, Sending.REPEATABLE, write);
  }

  /**
   * Makes a write that is decided by what it finds: a second one could not be told from the first.
   * It is made again only where it surely did not happen.
   *
   * @throws dev.trueup.error.UnavailableException if it did not happen
   * @throws dev.trueup.error.AnswerLostException if it may have happened
   */
  public <T extends @Nullable Object> T compareAndSet(String doing, Supplier<T> write) {
    return run(doing, Sending.ONCE, write);
  }

  /** Questions that are each about their own moment. */
  public Reads reads() {
    return new Reads(this, null);
  }

  /**
   * Whether several collections can be read as of one moment: that takes a replica set or a sharded
   * cluster, of MongoDB 5.0 or newer. A server that does not tell what it is has no snapshots.
   */
  public boolean hasSnapshots() {
    return read(
        "tell whether it has snapshots",
        () -> {
          try {
            Document hello = database.runCommand(new Document("hello", 1));
            boolean replicated =
                hello.containsKey("setName") || "isdbgrid".equals(hello.get("msg"));
            return replicated && hello.getInteger("maxWireVersion", 0) >= SNAPSHOTS_SINCE;
          } catch (MongoCommandException e) {
            if (e.getErrorCode() != MongoFailure.COMMAND_NOT_FOUND) {
              throw e;
            }
            return false;
          }
        });
  }

  /**
   * Asks several questions about one moment. For a bounded time: a server forgets it after minutes.
   *
   * @throws dev.trueup.error.UnavailableException if one was not answered
   */
  public <T> T inSnapshot(Function<Reads, T> questions) {
    try (ClientSession session =
        read(
            "begin a snapshot",
            () -> client.startSession(ClientSessionOptions.builder().snapshot(true).build()))) {
      return questions.apply(new Reads(this, session));
    }
  }

  private enum Sending {
    QUESTION,
    REPEATABLE,
    ONCE
  }

  private <T extends @Nullable Object> T run(String doing, Sending sending, Supplier<T> operation) {
    MongoRetries retries = settings.retries();
    Instant end = local.instant().plus(retries.deadline());
    boolean mayHaveHappened = false;
    for (int attempt = 1; ; attempt++) {
      try {
        return operation.get();
      } catch (MongoException e) {
        MongoFailure failure = MongoFailure.of(e);
        if (failure == MongoFailure.CONFLICT) {
          counts.conflict();
        }
        if (failure == MongoFailure.LOST && sending != Sending.QUESTION) {
          counts.answerLost();
          mayHaveHappened = true;
        }
        boolean passing =
            failure == MongoFailure.NOT_NOW
                || failure == MongoFailure.CONFLICT
                || (failure == MongoFailure.LOST && sending != Sending.ONCE);
        Duration pause = retries.pauseAfter(attempt, random);
        boolean again =
            passing
                && !(e instanceof MongoInterruptedException)
                && attempt < retries.attemptsMax()
                && !local.instant().plus(pause).isAfter(end);
        if (!again) {
          throw mayHaveHappened ? errors.lost(e, doing) : errors.refused(e, doing);
        }
        counts.ownRetry();
        waiter.waitFor(pause);
      } catch (BsonMaximumSizeExceededException e) {
        throw errors.refused(e, doing);
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
