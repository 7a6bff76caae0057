package dev.trueup.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of the repository: those that Git knows or would add, or all where it has no Git. */
final class SourceTree {
  private static final Set<String> NOT_SOURCE =
      Set.of("target", ".git", ".idea", ".vscode", ".settings", ".trueup-build");

  private SourceTree() {}

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("house/pom.xml"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("Run the tests from inside the repository.");
    }
    return folder;
  }

  static List<SourceFile> files() {
    Path root = root();
    List<String> paths = Files.exists(root.resolve(".git")) ? fromGit(root) : fromWalk(root);
    return paths.stream()
        .filter(path -> Files.isRegularFile(root.resolve(path)))
        .map(path -> new SourceFile(path, read(root.resolve(path))))
        .toList();
  }

  private static List<String> fromGit(Path root) {
    try {
      Process git =
          new ProcessBuilder(
                  "git", "-c", "core.quotePath=off", "ls-files", "-co", "--exclude-standard")
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (git.waitFor() != 0) {
        throw new IllegalStateException("git ls-files ended with " + git.exitValue());
      }
      return output.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Could not run git", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while listing files", e);
    }
  }

  private static List<String> fromWalk(Path root) {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths
          .map(root::relativize)
          .filter(SourceTree::isSource)
          .map(path -> path.toString().replace('\\', '/'))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Could not walk " + root, e);
    }
  }

  private static boolean isSource(Path path) {
    for (Path part : path) {
      if (NOT_SOURCE.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  /** Bytes that are not UTF-8 are replaced: a picture has lines too, but none that a rule finds. */
  private static String read(Path path) {
    try {
      return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + path, e);
    }
  }
}
