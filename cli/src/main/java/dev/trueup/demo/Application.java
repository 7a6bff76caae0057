package dev.trueup.demo;

import dev.trueup.counter.Change;
import dev.trueup.error.BrokenInvariantException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.random.RandomGenerator;

/**
 * The forum's application: it writes a row, commits, and then tells every counter, in the same
 * order, with the same fault. Which event comes next and what goes wrong with it depends on the
 * seed alone. Used by one thread.
 */
final class Application {
  static final String COUNTER = "post.comments";

  private static final int ATTEMPTS_MAX = 5;
  private static final int REDELIVERIES_MAX = 1_000;

  private final Forum forum;
  private final List<Delivery> deliveries;
  private final Comments comments;
  private final Script script;
  private final RandomGenerator random;
  private final Stamp stamp;
  private final InstantSource clock;
  private final Tally tally;
  private final Queue<Redelivery> redeliveries = new ArrayDeque<>();
  private long lastId;

  /** A recipe and the wire to it. */
  record Delivery(Recipe recipe, Wire wire) {}

  private record Redelivery(Instant due, List<Change> changes) {}

  /**
   * @param comments holds the comments that are in the forum already
   * @param lastId the highest key among them
   */
  Application(
      Forum forum,
      List<Delivery> deliveries,
      Comments comments,
      long lastId,
      Script script,
      InstantSource clock,
      Tally tally) {
    this.forum = forum;
    this.deliveries = List.copyOf(deliveries);
    this.comments = comments;
    this.lastId = lastId;
    this.script = script;
    this.random = script.random();
    this.stamp = new Stamp(clock);
    this.clock = clock;
    this.tally = tally;
  }

  /** One event of a user, and now and then one of an administrator. */
  void step() {
    List<Change> changes =
        switch (script.action()) {
          case WRITE -> write(Duration.ZERO);
          case WRITE_LATE -> writeLate();
          case REMOVE -> remove();
          case RESTORE -> restore();
          case MOVE -> move();
        };
    tally.event();
    tell(changes);
    if (script.isAdministratorAtWork()) {
      byHand();
    }
  }

  private List<Change> write(Duration late) {
    Comment comment = new Comment(++lastId, script.post(), stamp.ago(late));
    forum.add(comment);
    comments.addVisible(comment);
    return List.of(added(comment, comment.createdAt()));
  }

  /** A row whose transaction was open for so long: the stamp is from its beginning. */
  private List<Change> writeLate() {
    boolean past = script.isLaterThanSettle();
    tally.add(past ? Injected.LATER_ROW : Injected.LATE_ROW, 1);
    return write(script.lateness(past));
  }

  private List<Change> remove() {
    return comments
        .takeVisible(script.post(), random)
        .map(
            comment -> {
              Instant at = stamp.now();
              forum.remove(comment, at);
              comments.addRemoved(comment);
              return List.of(removed(comment, at));
            })
        .orElseGet(() -> write(Duration.ZERO));
  }

  private List<Change> restore() {
    return comments
        .takeRemoved(script.post(), random)
        .map(
            comment -> {
              Instant at = stamp.now();
              forum.restore(comment, at);
              comments.addVisible(comment);
              return List.of(added(comment, at));
            })
        .orElseGet(() -> write(Duration.ZERO));
  }

  private List<Change> move() {
    int to = script.post();
    return comments
        .takeVisible(script.postBut(to), random)
        .map(
            comment -> {
              Instant at = stamp.now();
              Comment moved = comment.movedTo(to);
              forum.move(comment, to, at);
              comments.addVisible(moved);
              return List.of(removed(comment, at), added(moved, at));
            })
        .orElseGet(() -> write(Duration.ZERO));
  }

  /** Somebody with a database console. No counter hears of it. */
  private void byHand() {
    int post = script.post();
    int most = script.rowsByHand();
    switch (script.byHand()) {
      case DELETED_BY_HAND -> {
        List<Comment> taken = comments.takeVisible(post, most, random);
        forum.deleteByHand(taken);
        tally.add(Injected.DELETED_BY_HAND, taken.size());
      }
      case RESTORED_BY_HAND -> {
        List<Comment> taken = comments.takeRemoved(post, most, random);
        forum.restoreByHand(taken);
        taken.forEach(comments::addVisible);
        tally.add(Injected.RESTORED_BY_HAND, taken.size());
      }
      case MOVED_BY_HAND -> {
        int to = script.postBut(post);
        List<Comment> taken = comments.takeVisible(post, most, random);
        forum.moveByHand(taken, to);
        taken.forEach(comment -> comments.addVisible(comment.movedTo(to)));
        tally.add(Injected.MOVED_BY_HAND, taken.size());
      }
      default -> throw new BrokenInvariantException("This is nothing that is done by hand.");
    }
  }

  private static Change added(Comment comment, Instant at) {
    return Change.added(COUNTER, Integer.toString(comment.post()))
        .fact(Long.toString(comment.id()))
        .factAt(comment.createdAt())
        .at(at);
  }

  private static Change removed(Comment comment, Instant at) {
    return Change.removed(COUNTER, Integer.toString(comment.post()))
        .fact(Long.toString(comment.id()))
        .factAt(comment.createdAt())
        .at(at);
  }

  private void tell(List<Change> changes) {
    switch (script.fault()) {
      case NONE -> deliver(changes, false);
      case CRASH -> tally.add(Injected.CRASH, 1);
      case LOST_ANSWER -> {
        tally.add(Injected.LOST_ANSWER, 1);
        deliver(changes, true);
      }
      case DUPLICATE -> {
        tally.add(Injected.DUPLICATE, 1);
        deliver(changes, false);
        if (redeliveries.size() == REDELIVERIES_MAX) {
          redeliver(redeliveries.remove());
        }
        redeliveries.add(new Redelivery(clock.instant().plus(script.redeliveryDelay()), changes));
      }
    }
  }

  private void deliver(List<Change> changes, boolean loseAnswer) {
    for (Delivery delivery : deliveries) {
      if (loseAnswer) {
        delivery.wire().loseNextAnswer();
      }
      int attempts = 1;
      while (delivery.recipe().apply(changes) == Recipe.Answer.UNKNOWN) {
        if (++attempts > ATTEMPTS_MAX) {
          throw new BrokenInvariantException(
              "No answer from " + delivery.recipe().way().title() + " in 5 attempts.");
        }
      }
    }
  }

  /** Delivers once more what is due. */
  void redeliverDue() {
    Instant now = clock.instant();
    List<Redelivery> due = new ArrayList<>();
    for (Iterator<Redelivery> all = redeliveries.iterator(); all.hasNext(); ) {
      Redelivery one = all.next();
      if (!one.due().isAfter(now)) {
        due.add(one);
        all.remove();
      }
    }
    due.forEach(this::redeliver);
  }

  /** Delivers once more whatever is left. */
  void redeliverAll() {
    while (!redeliveries.isEmpty()) {
      redeliver(redeliveries.remove());
    }
  }

  private void redeliver(Redelivery redelivery) {
    deliver(redelivery.changes(), false);
  }
}
