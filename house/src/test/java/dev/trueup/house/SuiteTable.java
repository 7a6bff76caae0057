package dev.trueup.house;

import dev.trueup.testkit.report.SuiteResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What every module noted of its suites: suite against backend, for one kind of store. */
final class SuiteTable {
  /** A cell: tests that passed, were given up, failed. */
  record Count(int passed, int skipped, int failed) {
    Count plus(Count other) {
      return new Count(passed + other.passed, skipped + other.skipped, failed + other.failed);
    }

    @Override
    public String toString() {
      return passed
          + (skipped > 0 ? " (" + skipped + " not observable)" : "")
          + (failed > 0 ? " FAILED " + failed : "");
    }
  }

  private final Map<String, Map<String, Count>> suites = new TreeMap<>();
  private final Set<String> backends = new TreeSet<>();
  private final List<String> notObservable = new ArrayList<>();

  private SuiteTable() {}

  /**
   * @param ending of the names of the classes, {@code CounterStoreTest}
   */
  static SuiteTable of(String ending) {
    SuiteTable table = new SuiteTable();
    for (Path file : files(ending + ".tsv")) {
      String name = file.getFileName().toString();
      table.read(file, name.substring(0, name.length() - (ending + ".tsv").length()));
    }
    return table;
  }

  private static List<Path> files(String ending) {
    List<Path> found = new ArrayList<>();
    Path root = SourceTree.root();
    for (Path folder : List.of(root, root.resolve("stores"))) {
      try (Stream<Path> modules = Files.list(folder)) {
        for (Path module : modules.sorted().toList()) {
          Path results = module.resolve(SuiteResults.FOLDER);
          if (Files.isDirectory(results)) {
            try (Stream<Path> files = Files.list(results)) {
              files.filter(file -> file.toString().endsWith(ending)).sorted().forEach(found::add);
            }
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Could not look for results of suites", e);
      }
    }
    return found;
  }

  private void read(Path file, String backend) {
    backends.add(backend);
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + file, e);
    }
    for (String line : lines) {
      String[] parts = line.split("\t", -1);
      if (!parts[0].endsWith("Suite")) {
        // A test of the backend's own, not of a suite.
        continue;
      }
      String how = parts[2];
      suites
          .computeIfAbsent(parts[0], suite -> new LinkedHashMap<>())
          .merge(
              backend,
              new Count(
                  how.equals("passed") ? 1 : 0,
                  how.equals("skipped") ? 1 : 0,
                  how.equals("failed") ? 1 : 0),
              Count::plus);
      if (how.equals("skipped")) {
        notObservable.add(backend + ": " + parts[1] + " (" + parts[3] + ")");
      }
    }
  }

  Set<String> backends() {
    return backends;
  }

  /** Suites that did not run on a backend that others ran on, and failures. */
  List<String> gaps(Set<String> wanted) {
    List<String> gaps = new ArrayList<>();
    suites.forEach(
        (suite, counts) -> {
          for (String backend : wanted) {
            Count count = counts.getOrDefault(backend, new Count(0, 0, 0));
            if (count.passed() == 0 || count.failed() > 0) {
              gaps.add(suite + " on " + backend + ": " + count);
            }
          }
        });
    return gaps;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-26s", "suite"));
    backends.forEach(backend -> text.append(String.format(Locale.ROOT, "%-22s", backend)));
    suites.forEach(
        (suite, counts) -> {
          text.append(String.format(Locale.ROOT, "%n%-26s", suite));
          for (String backend : backends) {
            Count count = counts.get(backend);
            text.append(
                String.format(Locale.ROOT, "%-22s", count == null ? "-" : count.toString()));
          }
        });
    notObservable.forEach(one -> text.append(String.format(Locale.ROOT, "%n  %s", one)));
    return text.append(String.format(Locale.ROOT, "%n")).toString();
  }
}
