package dev.trueup.house;

import java.util.List;

/**
 * A file of the repository.
 *
 * @param path relative to the root, with {@code /} between its parts
 */
record SourceFile(String path, String text) {
  List<String> lines() {
    return text.lines().toList();
  }

  String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The path of the folder it is in; empty at the root. */
  String folder() {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  boolean isJava() {
    return path.endsWith(".java");
  }

  boolean isMainJava() {
    return isJava() && path.contains("src/main/java/");
  }

  boolean isTestJava() {
    return isJava() && path.contains("src/test/java/");
  }

  boolean isPom() {
    return name().equals("pom.xml");
  }
}
