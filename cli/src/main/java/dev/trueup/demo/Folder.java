package dev.trueup.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A temporary directory for the database files; removed at the end, also when the JVM is told to
 * stop.
 */
final class Folder implements AutoCloseable {
  private final Path path;
  private final boolean keep;
  private final Thread onExit = new Thread(this::remove, "demo-files");

  private Folder(Path path, boolean keep) {
    this.path = path;
    this.keep = keep;
  }

  static Folder create(boolean keep) {
    try {
      Folder folder = new Folder(Files.createTempDirectory("trueup-demo-"), keep);
      Runtime.getRuntime().addShutdownHook(folder.onExit);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("No temporary directory could be made for the demo.", e);
    }
  }

  Path path() {
    return path;
  }

  /**
   * A JDBC URL of a SQLite file in it. Readers do not wait for the writer; no wait for the disk.
   */
  String url(String file) {
    return "jdbc:sqlite:" + path.resolve(file) + "?journal_mode=WAL&synchronous=NORMAL";
  }

  private void remove() {
    if (keep || !Files.exists(path)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path one : deepestFirst) {
        Files.deleteIfExists(one);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The demo's files in " + path + " could not be removed.", e);
    }
  }

  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
