package dev.trueup.demo;

/** What goes wrong on purpose, or happens behind the counters' back. */
enum Injected {
  /** The row was committed, the change never sent. */
  CRASH("crash", "crashes", "crashes"),
  /** Counted, but the answer did not arrive; the application sends it again. */
  LOST_ANSWER("lost answer", "lost answers", "lostAnswers"),
  /** The same message is delivered once more, later. */
  DUPLICATE("duplicate", "duplicates", "duplicates"),
  /** Committed some time after its stamp, but within the settle time. */
  LATE_ROW("late row", "late rows", "lateRows"),
  /** Committed later than that. */
  LATER_ROW("past settle", "past settle", "lateRowsPastSettle"),
  /** Rows removed by a DELETE that no counter hears of. */
  DELETED_BY_HAND("deleted", "deleted", "rowsDeletedByHand"),
  /** Removed rows that come back by an UPDATE that no counter hears of. */
  RESTORED_BY_HAND("restored", "restored", "rowsRestoredByHand"),
  /** Rows that go to another post by an UPDATE that no counter hears of. */
  MOVED_BY_HAND("moved", "moved", "rowsMovedByHand");

  private final String one;
  private final String many;
  private final String key;

  Injected(String one, String many, String key) {
    this.one = one;
    this.many = many;
    this.key = key;
  }

  /** The count with its word. */
  String counted(long count) {
    return Numbers.grouped(count) + " " + (count == 1 ? one : many);
  }

  /** The name in the JSON document. */
  String key() {
    return key;
  }
}
