package dev.trueup.demo;

import java.util.List;

/** What the forum talks about. */
final class Titles {
  private static final List<String> WORDS =
      List.of(
          "Say hello here",
          "Which keyboard?",
          "My green tomatoes",
          "Show your desk",
          "Bread, no kneading",
          "A walk near town",
          "Is it edible?",
          "The cello at 40",
          "Rain in the tent",
          "Books for a train",
          "Cat on the router",
          "Naming servers",
          "Mending a chair",
          "First marathon",
          "Filter or press",
          "A quiet washer",
          "Last night's sky",
          "Games for two",
          "Winter cycling",
          "Old town maps");

  private Titles() {}

  static String of(int post) {
    int at = (post - 1) % WORDS.size();
    int round = (post - 1) / WORDS.size();
    return round == 0 ? WORDS.get(at) : WORDS.get(at) + " " + (round + 1);
  }
}
