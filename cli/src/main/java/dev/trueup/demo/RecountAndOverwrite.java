package dev.trueup.demo;

import dev.trueup.counter.Change;
import dev.trueup.jdbc.Database;
import dev.trueup.time.Waiter;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Atomic increments, and a job that counts the rows and writes the result over the number. What is
 * counted between the two is overwritten.
 */
final class RecountAndOverwrite implements Recipe {
  private final Forum forum;
  private final Database database;
  private final int posts;
  private final Wire wire;
  private final Waiter waiter;
  private final AtomicBoolean overwriteDue = new AtomicBoolean();
  private final LongAdder runs = new LongAdder();
  private final LongAdder changesBetween = new LongAdder();

  RecountAndOverwrite(Forum forum, Database database, int posts, Wire wire, Waiter waiter) {
    this.forum = forum;
    this.database = database;
    this.posts = posts;
    this.wire = wire;
    this.waiter = waiter;
    long[] first = forum.count();
    database.write(
        "make the counters of recount and overwrite",
        transaction -> {
          transaction
              .sql()
              .execute("CREATE TABLE recounted (post_id INTEGER PRIMARY KEY, number INTEGER)");
          for (int post = 1; post <= posts; post++) {
            transaction.sql().execute("INSERT INTO recounted VALUES (?, ?)", post, first[post]);
          }
          return posts;
        });
  }

  @Override
  public Way way() {
    return Way.RECOUNT_AND_OVERWRITE;
  }

  @Override
  public Answer apply(List<Change> changes) {
    if (overwriteDue.get()) {
      changesBetween.add(changes.size());
    }
    return SqlCounting.over(wire, () -> increment(changes));
  }

  private int increment(List<Change> changes) {
    return database.write(
        "count a comment",
        transaction -> {
          for (Change change : changes) {
            transaction
                .sql()
                .execute(
                    "UPDATE recounted SET number = number + ? WHERE post_id = ?",
                    change.amount(),
                    Integer.parseInt(change.subject().key()));
          }
          return changes.size();
        });
  }

  @Override
  public long[] shown() {
    return Columns.perPost(database, posts, "SELECT post_id, number FROM recounted");
  }

  @Override
  public void runJob() {
    long[] counted = forum.count();
    overwriteDue.set(true);
    waiter.waitFor(Times.RECOUNT_GAP);
    database.write(
        "overwrite counters",
        transaction -> {
          for (int post = 1; post <= posts; post++) {
            transaction
                .sql()
                .execute("UPDATE recounted SET number = ? WHERE post_id = ?", counted[post], post);
          }
          return posts;
        });
    overwriteDue.set(false);
    runs.increment();
  }

  long runs() {
    return runs.sum();
  }

  /** Changes that came between a count and its overwrite. */
  long changesBetween() {
    return changesBetween.sum();
  }
}
