package dev.trueup.demo;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Compares every recipe with the rows, between two events: in the middle of one, all of them would
 * be off by it. The recipes' own jobs go on meanwhile.
 */
final class Sampler {
  private final Forum forum;
  private final List<Recipe> recipes;
  private final Managed managed;
  private final ReentrantLock turn;

  /**
   * @param turn held by the application during an event
   */
  Sampler(Forum forum, List<Recipe> recipes, Managed managed, ReentrantLock turn) {
    this.forum = forum;
    this.recipes = List.copyOf(recipes);
    this.managed = managed;
    this.turn = turn;
  }

  Sample take() {
    turn.lock();
    try {
      long[] truth = forum.count();
      Map<Way, long[]> shown = new EnumMap<>(Way.class);
      recipes.forEach(recipe -> shown.put(recipe.way(), recipe.shown()));
      return new Sample(truth, shown, managed.hasBases());
    } finally {
      turn.unlock();
    }
  }
}
