package dev.trueup.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.trueup.testkit.time.RealWaiter;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;

/**
 * A database of its own on the deployment that {@code TRUEUP_TEST_MONGODB_URL} names, or on a
 * server in this process where none is named.
 */
public final class TestMongo implements AutoCloseable {
  private static final Optional<String> DEPLOYMENT =
      Optional.ofNullable(System.getenv("TRUEUP_TEST_MONGODB_URL")).filter(url -> !url.isBlank());

  private final String url;
  private final Runnable ending;

  private TestMongo(String url, Runnable ending) {
    this.url = url;
    this.ending = ending;
  }

  public static TestMongo newDatabase() {
    String name = "trueup_" + UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    if (DEPLOYMENT.isPresent()) {
      String url = withDatabase(DEPLOYMENT.get(), name);
      return new TestMongo(url, () -> drop(url, name));
    }
    MongoServer server = new MongoServer(new MemoryBackend());
    String host = "mongodb://127.0.0.1:" + server.bind().getPort() + "/" + name;
    return new TestMongo(host, server::shutdownNow);
  }

  /** Whether a real deployment is behind it, with all that the server in this process lacks. */
  public static boolean isReal() {
    return DEPLOYMENT.isPresent();
  }

  private static String withDatabase(String deployment, String name) {
    String old = new ConnectionString(deployment).getDatabase();
    String options = deployment.contains("?") ? deployment.substring(deployment.indexOf('?')) : "";
    String address = deployment.substring(0, deployment.length() - options.length());
    if (old != null) {
      address = address.substring(0, address.length() - old.length());
    }
    return (address.endsWith("/") ? address : address + "/") + name + options;
  }

  private static void drop(String url, String name) {
    try (MongoClient client = MongoClients.create(url)) {
      client.getDatabase(name).drop();
    }
  }

  /** Where it is; host and port are spelled out. */
  public String url() {
    return url;
  }

  /** What runs there, for tables of what was tested on what. */
  public String describe() {
    try (DocumentDatabase database = open()) {
      Document info = database.database().runCommand(new Document("buildInfo", 1));
      return (isReal() ? "MongoDB " : "mongo-java-server, as ") + info.getString("version");
    }
  }

  public DocumentDatabase open() {
    return open(MongoSettings.of("docs", url, null, null));
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
    ending.run();
  }
}
