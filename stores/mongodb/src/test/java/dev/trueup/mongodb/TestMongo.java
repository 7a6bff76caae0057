package dev.trueup.mongodb;

import dev.trueup.testkit.servers.EmbeddedMongo;
import dev.trueup.testkit.time.RealWaiter;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import org.bson.Document;

/** A database of the testkit, opened as Trueup opens one. */
public final class TestMongo implements AutoCloseable {
  private final EmbeddedMongo server;

  private TestMongo(EmbeddedMongo server) {
    this.server = server;
  }

  public static TestMongo newDatabase() {
    return new TestMongo(EmbeddedMongo.newDatabase());
  }

  /** Whether a real deployment is behind it, with all that the server in this process lacks. */
  public static boolean isReal() {
    return EmbeddedMongo.isReal();
  }

  /** Where it is; host and port are spelled out. */
  public String url() {
    return server.url();
  }

  /** What runs there, for tables of what was tested on what. */
  public String describe() {
    try (DocumentDatabase database = open()) {
      Document info = database.database().runCommand(new Document("buildInfo", 1));
      return (isReal() ? "MongoDB " : "mongo-java-server, as ") + info.getString("version");
    }
  }

  public DocumentDatabase open() {
    return open(MongoSettings.of("docs", url(), null, null));
  }

  public static DocumentDatabase open(MongoSettings settings) {
    return DocumentDatabase.open(
        settings, InstantSource.system(), new RealWaiter(), new SecureRandom());
  }

  /** Settings that give up quickly, for servers that do not answer. */
  public static MongoSettings impatient(String url) {
    return MongoSettings.of("docs", url, null, null)
        .withTimeouts(Duration.ofMillis(500), Duration.ofSeconds(5))
        .withRetries(MongoRetries.NONE);
  }

  @Override
  public void close() {
    server.close();
  }
}
