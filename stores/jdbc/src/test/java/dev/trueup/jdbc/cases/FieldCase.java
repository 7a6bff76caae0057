package dev.trueup.jdbc.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One case: events in arrival order and the values that are right in the end.
 *
 * @param number as in the file
 * @param events with their source sequence
 * @param wanted the right value of each key
 */
record FieldCase(int number, List<Event> events, Map<String, String> wanted) {

  /**
   * One event.
   *
   * @param sequence the order in which it happened; the list has the order in which it arrived
   * @param words the event, split at blanks
   */
  record Event(int sequence, List<String> words) {
    String verb() {
      return words.get(0);
    }

    String word(int at) {
      return words.get(at);
    }

    /** The value of {@code name=value}, if the event has one. */
    Optional<String> option(String name) {
      return words.stream()
          .filter(word -> word.startsWith(name + "="))
          .map(word -> word.substring(name.length() + 1))
          .findFirst();
    }

    boolean has(String word) {
      return words.contains(word);
    }
  }

  /** The file of cases, where there is one: it is read in place and is no part of the project. */
  static Optional<Path> file() {
    String data = System.getenv("TRUEUP_DATA");
    List<Path> places = new ArrayList<>();
    if (data != null) {
      places.add(Path.of(data).resolveSibling("cases"));
    }
    for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
      places.add(here.resolve("shared").resolve("cases"));
    }
    return places.stream()
        .map(place -> place.resolve("cases.tsv"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  static List<FieldCase> read(Path file) {
    Map<Integer, FieldCase> cases = new TreeMap<>();
    try {
      List<String> lines = Files.readAllLines(file);
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split("\t", -1);
        int number = Integer.parseInt(cells[0]);
        FieldCase one =
            cases.computeIfAbsent(
                number, key -> new FieldCase(key, new ArrayList<>(), new TreeMap<>()));
        List<String> words = List.of(cells[4].trim().split(" "));
        if (cells[1].equals("want")) {
          for (String word : words) {
            int at = word.indexOf('=');
            one.wanted.put(word.substring(0, at), word.substring(at + 1));
          }
        } else {
          one.events.add(new Event(Integer.parseInt(cells[3]), words));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + file, e);
    }
    return List.copyOf(cases.values());
  }
}
