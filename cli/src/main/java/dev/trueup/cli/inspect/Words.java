package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads identifiers as people do: {@code num_closed_issues}, {@code CommentCount}. */
final class Words {
  private static final Set<String> COUNTING =
      Set.of(
          "count", "counts", "counter", "cnt", "num", "nb", "no", "number", "of", "total", "totals",
          "n", "cached", "cache", "sum", "legacy", "amount");
  private static final Set<String> VALUES =
      Set.of(
          "score",
          "points",
          "karma",
          "rating",
          "reputation",
          "balance",
          "votes",
          "upvotes",
          "downvotes",
          "likes",
          "views",
          "subtotal",
          "followers",
          "following",
          "net",
          "hits",
          "shares",
          "replies");
  private static final Set<String> NET =
      Set.of("score", "points", "karma", "rating", "reputation", "balance", "votes", "net");
  private static final Set<String> ADDING =
      Set.of("total", "sum", "amount", "balance", "subtotal", "points", "score", "quantity", "qty");
  private static final Set<String> DEAD =
      Set.of(
          "deleted",
          "removed",
          "trashed",
          "archived",
          "hidden",
          "spam",
          "rejected",
          "draft",
          "banned",
          "destroyed",
          "discarded",
          "cancelled",
          "canceled");
  private static final Set<String> KINDS =
      Set.of(
          "type",
          "status",
          "state",
          "kind",
          "mode",
          "is",
          "has",
          "flag",
          "approved",
          "published",
          "visible",
          "active",
          "public",
          "private",
          "visibility",
          "role",
          "level",
          "category");

  private Words() {}

  /** The words of an identifier, in lower case. */
  static List<String> of(String identifier) {
    String spaced =
        identifier
            .replaceAll("([a-z0-9])([A-Z])", "$1 $2")
            .replaceAll("([A-Z])([A-Z][a-z])", "$1 $2");
    List<String> words = new ArrayList<>();
    for (String word : spaced.split("[^A-Za-z0-9]+")) {
      if (!word.isEmpty()) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }

  /** Whether a column of this name may be a counter, as far as its name tells. */
  static boolean mayCount(String column) {
    List<String> words = of(column);
    boolean counting =
        words.stream().anyMatch(word -> COUNTING.contains(word) && !word.equals("of"));
    if (words.get(0).equals("no") || words.get(0).equals("number") || words.contains("n")) {
      counting &= words.size() > 1;
    }
    return counting || VALUES.contains(words.get(words.size() - 1)) || isJoinedVotes(words);
  }

  private static boolean isJoinedVotes(List<String> words) {
    return words.size() == 2 && words.get(1).equals("votes");
  }

  /** The words of a counter's name that say what is counted. */
  static List<String> nouns(String column) {
    return of(column).stream()
        .filter(word -> !COUNTING.contains(word) && !VALUES_WITHOUT_NOUN.contains(word))
        .toList();
  }

  private static final Set<String> VALUES_WITHOUT_NOUN =
      Set.of("score", "points", "karma", "rating", "reputation", "balance", "net", "subtotal");

  /** Whether the counter may go down as well as up: a weighted sum. */
  static boolean isNet(String column) {
    return of(column).stream().anyMatch(NET::contains);
  }

  /** Whether the counter may be a sum of amounts. */
  static boolean isSum(String column) {
    return of(column).stream().anyMatch(ADDING::contains);
  }

  /** Whether a word says that a row does not count any more. */
  static boolean isDead(String text) {
    return of(text).stream().anyMatch(DEAD::contains);
  }

  /** Whether a column's name says that it tells rows apart. */
  static boolean tellsKinds(String column) {
    return of(column).stream().anyMatch(word -> KINDS.contains(word) || DEAD.contains(word));
  }

  /** Whether two words have the same stem, or one is a short form of the other. */
  static boolean related(String one, String other) {
    String a = stem(one);
    String b = stem(other);
    if (a.equals(b)) {
      return true;
    }
    String shorter = a.length() <= b.length() ? a : b;
    String longer = shorter.equals(a) ? b : a;
    return shorter.length() >= 3 && longer.startsWith(shorter);
  }

  static String stem(String word) {
    String stem = word;
    if (stem.endsWith("ies") && stem.length() > 4) {
      return stem.substring(0, stem.length() - 3) + "y";
    }
    for (String ending : List.of("ings", "ing", "ers", "er", "ches", "es", "s", "ed")) {
      if (stem.endsWith(ending) && stem.length() - ending.length() >= 3) {
        int cut = ending.equals("ches") || ending.equals("es") ? 1 : ending.length();
        stem = stem.substring(0, stem.length() - cut);
        break;
      }
    }
    return stem.endsWith("e") && stem.length() > 3 ? stem.substring(0, stem.length() - 1) : stem;
  }

  /** A table's name in the singular, for the name of a counter. */
  static String singular(String word) {
    if (word.endsWith("ies") && word.length() > 4) {
      return word.substring(0, word.length() - 3) + "y";
    }
    if (word.endsWith("sses") || word.endsWith("ches") || word.endsWith("xes")) {
      return word.substring(0, word.length() - 2);
    }
    boolean plural = word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us");
    return plural && word.length() > 3 ? word.substring(0, word.length() - 1) : word;
  }
}
