package dev.trueup.testkit.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The PostgreSQL that the operating system installed, with fsync, full_page_writes and
 * synchronous_commit on: what it has confirmed survives {@link #crash()}. Started by root it runs
 * as the user {@code postgres}.
 */
public final class DurablePostgresServer implements DatabaseServer {
  static final Path INSTALLATIONS = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";
  private static final long COMMAND_SECONDS = 120;

  private final Path binaries;
  private final Path directory;
  private final int port;
  private final NewDatabases databases;

  private DurablePostgresServer(Path binaries, Path directory, int port) {
    this.binaries = binaries;
    this.directory = directory;
    this.port = port;
    this.databases = new NewDatabases(url("postgres"), USER, USER);
  }

  static boolean isInstalled() {
    return !installations().isEmpty();
  }

  /** The newest installed one. */
  static Path installation() {
    return installations().get(0);
  }

  private static List<Path> installations() {
    if (!Files.isDirectory(INSTALLATIONS)) {
      return List.of();
    }
    try (Stream<Path> versions = Files.list(INSTALLATIONS)) {
      return versions
          .filter(version -> version.getFileName().toString().matches("\\d{1,4}"))
          .filter(version -> Files.isExecutable(version.resolve("bin/initdb")))
          .sorted(
              Comparator.comparing(
                      (Path version) -> Integer.parseInt(version.getFileName().toString()))
                  .reversed())
          .map(version -> version.resolve("bin"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Could not list " + INSTALLATIONS, e);
    }
  }

  static DurablePostgresServer start(Path binaries) {
    Path directory = ServerDirectory.create("durable");
    try {
      if (isRoot()) {
        command(directory, "chown", USER, directory.toString());
      }
      int port = freePort();
      DurablePostgresServer server = new DurablePostgresServer(binaries, directory, port);
      server.run("initdb", "-D", server.data(), "-U", USER, "-A", "trust", "-E", "UTF8");
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("The installed PostgreSQL did not start", e);
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

  /** Stops the server at once, without a checkpoint, as a crash does, and starts it again. */
  public void crash() {
    try {
      run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
      start();
    } catch (IOException e) {
      throw new UncheckedIOException("The installed PostgreSQL did not come back", e);
    }
  }

  private void start() throws IOException {
    String settings =
        "-p %d -k '' -c listen_addresses=127.0.0.1 -c fsync=on -c full_page_writes=on"
            + " -c synchronous_commit=on -c timezone=Pacific/Chatham -c max_connections=200";
    run(
        "pg_ctl",
        "-D",
        data(),
        "-l",
        directory.resolve("log").toString(),
        "-t",
        Long.toString(COMMAND_SECONDS),
        "-w",
        "-o",
        settings.formatted(port),
        "start");
  }

  private void run(String program, String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    if (isRoot()) {
      line.addAll(List.of("runuser", "-u", USER, "--"));
    }
    line.add(binaries.resolve(program).toString());
    line.addAll(List.of(arguments));
    command(directory, line.toArray(String[]::new));
  }

  /** Runs a command to its end; its output goes to a file, which a server may keep open. */
  private static void command(Path directory, String... line) throws IOException {
    File output = File.createTempFile("trueup", ".out");
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
      if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("No end after %d s: %s".formatted(COMMAND_SECONDS, List.of(line)));
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "%s ended with %d:%n%s"
                .formatted(List.of(line), process.exitValue(), Files.readString(output.toPath())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for " + List.of(line), e);
    } finally {
      Files.deleteIfExists(output.toPath());
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private String url(String database) {
    return "jdbc:postgresql://localhost:" + port + "/" + database;
  }
}
