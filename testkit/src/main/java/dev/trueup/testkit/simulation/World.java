package dev.trueup.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The truth: rows as the application's database has committed them. Times are microseconds. */
final class World {
  /** A created stamp that is NULL, and a deleted stamp that is not set. */
  static final long NONE = Long.MIN_VALUE;

  /** Seen by every question. */
  static final long ALWAYS = Long.MAX_VALUE;

  final List<Row> rows = new ArrayList<>();

  /** One row. */
  static final class Row {
    final String key;
    int subject;
    long weight;
    long createdAt;
    long deletedAt = NONE;
    boolean visible;
    boolean approved = true;
    boolean gone;

    /** An operation on the row is under way: the row is locked. */
    boolean locked;

    Sent.@Nullable Operation inserted;
    Sent.@Nullable Operation deleted;

    Row(String key, int subject, long weight, long createdAt) {
      this.key = key;
      this.subject = subject;
      this.weight = weight;
      this.createdAt = createdAt;
    }

    /** From now on the row no longer shows what happened to it before, at least not here. */
    void loseTraces() {
      if (inserted != null) {
        inserted.leavesTrace = false;
      }
      if (deleted != null) {
        deleted.leavesTrace = false;
      }
    }

    boolean isThere() {
      return visible && !gone;
    }

    boolean counts() {
      return isThere() && approved && deletedAt == NONE;
    }

    boolean countsAsOf(long asOf) {
      return isThere() && approved && (deletedAt == NONE || deletedAt >= asOf);
    }

    long amountNow() {
      return counts() ? weight : 0;
    }
  }

  /** What the source says now. */
  long truth(int subject) {
    return count(subject, ALWAYS, ALWAYS);
  }

  /** What the source says of facts created before a time, as of another or as they are now. */
  long count(int subject, long factsBefore, long asOf) {
    long sum = 0;
    for (Row fact : rows) {
      if (fact.subject == subject
          && (fact.createdAt < factsBefore || factsBefore == ALWAYS)
          && (asOf == ALWAYS ? fact.counts() : fact.countsAsOf(asOf))) {
        sum += fact.weight;
      }
    }
    return sum;
  }
}
