package dev.trueup.testkit.servers;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The servers of this JVM. Each is started by the first call that asks for it and stopped when the
 * JVM ends; what a killed JVM left running is ended by the next one that starts a server.
 */
public final class Servers {
  /** Set to {@code true} where a server that is not installed is a failure and not a skip. */
  public static final String REQUIRE_SERVERS = "TRUEUP_REQUIRE_SERVERS";

  private static final Lazy<DatabaseServer> POSTGRESQL = new Lazy<>(EmbeddedPostgresServer::start);
  private static final Lazy<DatabaseServer> MARIADB = new Lazy<>(EmbeddedMariaDbServer::start);
  private static final Lazy<DatabaseServer> SQLITE = new Lazy<>(SqliteFiles::new);
  private static final Lazy<DurablePostgresServer> DURABLE =
      new Lazy<>(() -> DurablePostgresServer.start(DurablePostgresServer.installation()));

  private Servers() {}

  /** PostgreSQL from a Maven artifact. It runs without fsync: no test of durability may use it. */
  public static DatabaseServer postgresql() {
    return POSTGRESQL.get();
  }

  /** MariaDB from a Maven artifact. It flushes its log once a second only. */
  public static DatabaseServer mariadb() {
    return MARIADB.get();
  }

  /** SQLite: a file of its own per database. */
  public static DatabaseServer sqlite() {
    return SQLITE.get();
  }

  public static DatabaseServer of(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL -> postgresql();
      case MARIADB -> mariadb();
      case SQLITE -> sqlite();
    };
  }

  /**
   * The PostgreSQL that the operating system installed, with fsync on. Where it is not installed
   * the calling test is skipped, or fails if {@value #REQUIRE_SERVERS} is {@code true}.
   */
  public static DurablePostgresServer durablePostgresql() {
    if (!DurablePostgresServer.isInstalled()) {
      String missing =
          "No PostgreSQL server is installed under "
              + DurablePostgresServer.INSTALLATIONS
              + "; on Debian: apt-get install postgresql";
      if (Boolean.parseBoolean(System.getenv(REQUIRE_SERVERS))) {
        throw new IllegalStateException(missing);
      }
      Assumptions.abort(missing);
    }
    return DURABLE.get();
  }

  /** Every kind, in the order of their enum: the parameters of a test that runs on all of them. */
  public static List<DatabaseKind> kinds() {
    return List.of(DatabaseKind.values());
  }

  private static final class Lazy<T> {
    private final Supplier<T> start;
    private @Nullable T value;

    Lazy(Supplier<T> start) {
      this.start = start;
    }

    synchronized T get() {
      T started = value;
      if (started == null) {
        started = start.get();
        value = started;
      }
      return started;
    }
  }
}
