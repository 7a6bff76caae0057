package dev.trueup.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class Suggestion {
  private Suggestion() {}

  /** The nearest of the known words, if it is near enough to be worth saying. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    String plain = plain(word);
    int distanceMax = Math.max(1, plain.length() / 3);
    return known.stream()
        .filter(candidate -> distance(plain, plain(candidate)) <= distanceMax)
        .min(
            Comparator.<String>comparingInt(candidate -> distance(plain, plain(candidate)))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** The same as a sentence to append; empty where nothing is near. */
  public static String sentence(String word, Collection<String> known) {
    return nearest(word, known).map(near -> "; did you mean \"" + near + "\"?").orElse("");
  }

  private static String plain(String word) {
    String cut = word.length() > 100 ? word.substring(0, 100) : word;
    return cut.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static int distance(String one, String other) {
    int[] previous = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] current = new int[other.length() + 1];
      current[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = previous[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[other.length()];
  }
}
