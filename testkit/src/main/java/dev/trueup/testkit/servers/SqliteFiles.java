package dev.trueup.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** SQLite databases: files in one directory of this JVM. */
final class SqliteFiles implements DatabaseServer {
  private final Path directory = ServerDirectory.create("sqlite");

  @Override
  public DatabaseKind kind() {
    return DatabaseKind.SQLITE;
  }

  @Override
  public TestDatabase newDatabase() {
    String name = NewDatabases.nextName() + ".db";
    return new TestDatabase(
        kind(), "jdbc:sqlite:" + directory.resolve(name), "", "", () -> delete(name));
  }

  /** The database and what SQLite keeps beside it (journal, write-ahead log, shared memory). */
  private void delete(String name) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(path -> belongsTo(path, name)).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Could not delete " + name + " in " + directory, e);
    }
  }

  private static boolean belongsTo(Path path, String name) {
    String file = path.getFileName().toString();
    return file.equals(name) || file.startsWith(name + "-");
  }
}
