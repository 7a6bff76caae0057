package dev.trueup.testkit.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** PostgreSQL from a Maven artifact; it starts for root too, and runs with fsync off. */
final class EmbeddedPostgresServer implements DatabaseServer {
  private static final String USER = "postgres";
  private final int port;
  private final NewDatabases databases;

  private EmbeddedPostgresServer(int port) {
    this.port = port;
    this.databases = new NewDatabases(url("postgres"), USER, "");
  }

  static DatabaseServer start() {
    Path directory = ServerDirectory.create("postgresql");
    try {
      // The postmaster is a child of its own launcher, so it is ended by its data directory.
      @SuppressWarnings("resource")
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setDataDirectory(directory.resolve("data"))
              .setCleanDataDirectory(false)
              .setRegisterShutdownHook(false)
              .setPGStartupWait(Duration.ofMinutes(3))
              .setServerConfig("timezone", "Pacific/Chatham")
              .setServerConfig("max_connections", "200")
              .setServerConfig("unix_socket_directories", "")
              .start();
      return new EmbeddedPostgresServer(server.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded PostgreSQL did not start in " + directory, e);
    }
  }

  @Override
  public DatabaseKind kind() {
    return DatabaseKind.POSTGRESQL;
  }

  @Override
  public TestDatabase newDatabase() {
    String name = NewDatabases.nextName();
    databases.execute("CREATE DATABASE " + name);
    return new TestDatabase(
        kind(),
        url(name),
        USER,
        USER,
        () -> databases.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"));
  }

  private String url(String database) {
    return "jdbc:postgresql://localhost:" + port + "/" + database;
  }
}
