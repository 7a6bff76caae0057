package dev.trueup.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that belongs to one JVM, named {@code <kind>-<process id>-<process start>-<random>}
 * under {@code trueup-testkit} in the directory for temporary files. A server keeps all its files
 * there, and its command line names it; so what a killed JVM left behind can be told from what
 * another one is using, and ended.
 */
final class ServerDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(ServerDirectory.class);
  static final Path ROOT =
      Path.of(System.getProperty("java.io.tmpdir"), "trueup-testkit").toAbsolutePath();

  private static final long SECONDS_TO_QUIT = 10;

  private ServerDirectory() {}

  /** Ends what dead JVMs left behind, then creates a directory that goes when this JVM ends. */
  static Path create(String kind) {
    try {
      Files.createDirectories(ROOT);
      endLeftovers();
      ProcessHandle own = ProcessHandle.current();
      Path directory =
          Files.createTempDirectory(
              ROOT, kind + "-" + own.pid() + "-" + startMillis(own).orElse(0L) + "-");
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> end(directory), "end-" + directory.getFileName()));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("Could not create a directory under " + ROOT, e);
    }
  }

  /** A directory that all JVMs share, for unpacked binaries. */
  static Path shared(String name) {
    try {
      return Files.createDirectories(ROOT.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("Could not create " + name + " under " + ROOT, e);
    }
  }

  private static void endLeftovers() throws IOException {
    try (Stream<Path> entries = Files.list(ROOT)) {
      entries.filter(ServerDirectory::isLeftover).forEach(ServerDirectory::end);
    }
  }

  private static boolean isLeftover(Path directory) {
    String[] parts = directory.getFileName().toString().split("-", -1);
    if (parts.length != 4 || !parts[1].matches("\\d{1,18}") || !parts[2].matches("\\d{1,18}")) {
      return false;
    }
    Optional<Long> started =
        ProcessHandle.of(Long.parseLong(parts[1])).flatMap(ServerDirectory::startMillis);
    return started.isEmpty() || started.get() != Long.parseLong(parts[2]);
  }

  private static Optional<Long> startMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli);
  }

  /** Ends every process whose command line names the directory, then deletes it. */
  static void end(Path directory) {
    List<ProcessHandle> users = users(directory);
    users.forEach(ServerDirectory::quit);
    for (ProcessHandle user : users) {
      try {
        user.onExit().get(SECONDS_TO_QUIT, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        LOG.warn("Process {} did not quit in {} s and is killed", user.pid(), SECONDS_TO_QUIT, e);
        user.destroyForcibly();
        user.onExit().join();
      } catch (ExecutionException e) {
        throw new IllegalStateException("Could not wait for process " + user.pid(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while ending " + user.pid(), e);
      }
    }
    try {
      deleteTree(directory);
    } catch (IOException e) {
      LOG.warn("Could not delete {}; it can be deleted by hand", directory, e);
    }
  }

  /** The processes whose command line names the directory, but not this one. */
  static List<ProcessHandle> users(Path directory) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(process -> process.info().commandLine().orElse("").contains(directory.toString()))
        .toList();
  }

  /** SIGQUIT: PostgreSQL goes down at once, yet gives back its shared memory; killed, it cannot. */
  private static void quit(ProcessHandle process) {
    try {
      new ProcessBuilder("sh", "-c", "kill -QUIT \"$1\"", "sh", Long.toString(process.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .onExit()
          .join();
    } catch (IOException e) {
      LOG.warn("Could not signal process {}; it is killed", process.pid(), e);
      process.destroyForcibly();
    }
  }

  private static void deleteTree(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            // A server that is going down removes files of its own at the same time.
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
