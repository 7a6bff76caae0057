package dev.trueup.demo;

import dev.trueup.counter.Change;
import dev.trueup.jdbc.Database;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * One base and one live delta: the number is their sum, changes go to the delta, and a job moves
 * what the rows say into the base by {@code delta -= truth - base; base = truth}. The sum is the
 * same before and after, whatever the rows say.
 */
final class BaseAndDelta implements Recipe {
  private final Forum forum;
  private final Database database;
  private final int posts;
  private final Wire wire;
  private final LongAdder runs = new LongAdder();

  BaseAndDelta(Forum forum, Database database, int posts, Wire wire) {
    this.forum = forum;
    this.database = database;
    this.posts = posts;
    this.wire = wire;
    long[] first = forum.count();
    database.write(
        "make the counters of base and delta",
        transaction -> {
          transaction
              .sql()
              .execute(
                  "CREATE TABLE based (post_id INTEGER PRIMARY KEY, base INTEGER, delta INTEGER)");
          for (int post = 1; post <= posts; post++) {
            transaction.sql().execute("INSERT INTO based VALUES (?, ?, 0)", post, first[post]);
          }
          return posts;
        });
  }

  @Override
  public Way way() {
    return Way.BASE_AND_DELTA;
  }

  @Override
  public Answer apply(List<Change> changes) {
    return SqlCounting.over(wire, () -> addToDelta(changes));
  }

  private int addToDelta(List<Change> changes) {
    return database.write(
        "count a comment",
        transaction -> {
          for (Change change : changes) {
            transaction
                .sql()
                .execute(
                    "UPDATE based SET delta = delta + ? WHERE post_id = ?",
                    change.amount(),
                    Integer.parseInt(change.subject().key()));
          }
          return changes.size();
        });
  }

  @Override
  public long[] shown() {
    return Columns.perPost(database, posts, "SELECT post_id, base + delta FROM based");
  }

  @Override
  public void runJob() {
    long[] truth = forum.count();
    database.write(
        "move counts into the base",
        transaction -> {
          for (int post = 1; post <= posts; post++) {
            // Both right sides are the values from before the statement.
            transaction
                .sql()
                .execute(
                    "UPDATE based SET delta = delta - (? - base), base = ? WHERE post_id = ?",
                    truth[post],
                    truth[post],
                    post);
          }
          return posts;
        });
    runs.increment();
  }

  long runs() {
    return runs.sum();
  }
}
