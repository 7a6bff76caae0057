package dev.trueup.testkit.servers;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.Optional;
import java.util.UUID;

/**
 * A MongoDB database of its own: on the deployment that {@code TRUEUP_TEST_MONGODB_URL} names, or
 * on a mongo-java-server in this process where none is named. That server has no sessions,
 * transactions, write conflicts, retries or users: a test that needs one asks {@link #isReal} and
 * says that it is not observable here. Closing it drops the database.
 */
public final class EmbeddedMongo implements AutoCloseable {
  private static final Optional<String> DEPLOYMENT =
      Optional.ofNullable(System.getenv("TRUEUP_TEST_MONGODB_URL")).filter(url -> !url.isBlank());

  private final String name;
  private final String url;
  private final Runnable ending;

  private EmbeddedMongo(String name, String url, Runnable ending) {
    this.name = name;
    this.url = url;
    this.ending = ending;
  }

  /** A new and empty database. */
  public static EmbeddedMongo newDatabase() {
    String name = "trueup_" + UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    if (DEPLOYMENT.isPresent()) {
      String url = withDatabase(DEPLOYMENT.get(), name);
      return new EmbeddedMongo(name, url, () -> drop(url, name));
    }
    MongoServer server = new MongoServer(new MemoryBackend());
    String url = "mongodb://127.0.0.1:" + server.bind().getPort() + "/" + name;
    return new EmbeddedMongo(name, url, server::shutdownNow);
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

  /** The database's name. */
  public String name() {
    return name;
  }

  /** Where it is, the database's name included; host and port are spelled out. */
  public String url() {
    return url;
  }

  @Override
  public void close() {
    ending.run();
  }
}
