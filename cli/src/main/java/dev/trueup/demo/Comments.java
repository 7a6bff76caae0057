package dev.trueup.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Which comments there are to choose from, so that a choice depends on the seed and on nothing
 * else. Nobody counts by it. Used by one thread.
 */
final class Comments {
  private final List<List<Comment>> visible = new ArrayList<>();
  private final List<List<Comment>> removed = new ArrayList<>();

  /** Posts are numbered from 1. */
  Comments(int posts) {
    for (int post = 0; post <= posts; post++) {
      visible.add(new ArrayList<>());
      removed.add(new ArrayList<>());
    }
  }

  void addVisible(Comment comment) {
    visible.get(comment.post()).add(comment);
  }

  void addRemoved(Comment comment) {
    removed.get(comment.post()).add(comment);
  }

  /** Takes a comment out that readers see. */
  Optional<Comment> takeVisible(int post, RandomGenerator random) {
    return take(visible.get(post), random);
  }

  /** Takes a comment out that was removed and is still in the table. */
  Optional<Comment> takeRemoved(int post, RandomGenerator random) {
    return take(removed.get(post), random);
  }

  List<Comment> takeVisible(int post, int most, RandomGenerator random) {
    return take(visible.get(post), most, random);
  }

  List<Comment> takeRemoved(int post, int most, RandomGenerator random) {
    return take(removed.get(post), most, random);
  }

  private static List<Comment> take(List<Comment> from, int most, RandomGenerator random) {
    List<Comment> taken = new ArrayList<>();
    while (taken.size() < most && !from.isEmpty()) {
      take(from, random).ifPresent(taken::add);
    }
    return taken;
  }

  private static Optional<Comment> take(List<Comment> from, RandomGenerator random) {
    if (from.isEmpty()) {
      return Optional.empty();
    }
    int last = from.size() - 1;
    int at = random.nextInt(from.size());
    Comment taken = from.get(at);
    from.set(at, from.get(last));
    from.remove(last);
    return Optional.of(taken);
  }
}
