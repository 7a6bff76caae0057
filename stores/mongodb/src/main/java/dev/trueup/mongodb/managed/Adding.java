package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.store.Admission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds one change to its document, or finds out why that is refused. */
final class Adding {
  private static final int ATTEMPTS_MAX = 10;

  private final DocumentDatabase database;
  private final HeadDocuments heads;
  private final ShardDocuments shards;

  Adding(DocumentDatabase database, HeadDocuments heads, ShardDocuments shards) {
    this.database = database;
    this.heads = heads;
    this.shards = shards;
  }

  /**
   * What became of a change.
   *
   * @param added its document right after; null where the outcome is another
   */
  record Added(Outcome outcome, @Nullable Shard added) {}

  Outcome add(AcceptBatch batch, int at) {
    return addAndShow(batch, at).outcome();
  }

  Added addAndShow(AcceptBatch batch, int at) {
    Counter counter = batch.counter();
    Change change = batch.change(at);
    ShardKey key = batch.key(at);
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Shard added = shards.add(counter, key, batch.shards(), List.of(change));
      if (added != null) {
        return new Added(Outcome.applied(), added);
      }
      Outcome refusal = refusal(batch, at, shards.find(counter, key, change.id()));
      if (refusal != null) {
        return new Added(refusal, null);
      }
      database.retryCounts().race();
    }
    throw new UnavailableException(
        "Change "
            + change.id()
            + " of "
            + counter.name()
            + " met "
            + ATTEMPTS_MAX
            + " other writes in a row. Send it again, with the same id.");
  }

  /** Why a document did not take a change; null: nothing stands against it any more. */
  private @Nullable Outcome refusal(AcceptBatch batch, int at, @Nullable Shard shard) {
    Counter counter = batch.counter();
    Change change = batch.change(at);
    if (change.amount() > ShardDocuments.sumMax(batch.shards())
        || change.amount() < ShardDocuments.sumMin(batch.shards())) {
      return overflow(change, "its sum");
    }
    if (shard == null) {
      // Gone: a settle dropped it, and the change may be inside by now.
      return Admission.refusal(
          counter, heads.find(counter, change.subject()), change, null, batch.now());
    }
    List<Change> known = shard.changes(counter);
    if (!known.isEmpty()) {
      return Admission.refusal(counter, batch.head(at), change, known.get(0), batch.now());
    }
    long sum = shard.cells().getOrDefault(counter.cellOf(change), 0L);
    if (!fits(sum, change.amount())
        || sum + change.amount() > ShardDocuments.sumMax(batch.shards())
        || sum + change.amount() < ShardDocuments.sumMin(batch.shards())) {
      return overflow(change, "its sum");
    }
    if (shard.bytes() + StoredChange.bytes(change) > shards.bytesMax()) {
      return Outcome.rejected(
          Rejection.FULL,
          "The document that change "
              + change.id()
              + " of "
              + counter.name()
              + " belongs into holds "
              + shard.bytes()
              + " of at most "
              + shards.bytesMax()
              + " bytes. It empties when its window is settled; a counter that is written as much as"
              + " this needs more shards or shorter windows.");
    }
    return null;
  }

  static Outcome overflow(Change change, String what) {
    return Outcome.rejected(
        Rejection.OVERFLOW,
        "Change " + change.id() + " would take " + what + " past what can be kept in 64 bits.");
  }

  static boolean fits(long sum, long amount) {
    return amount >= 0 ? sum <= Long.MAX_VALUE - amount : sum >= Long.MIN_VALUE - amount;
  }

  AnswerLostException memoryLost(Counter counter) {
    return new AnswerLostException(
        database.place()
            + " lost what it knew of "
            + counter.name()
            + " while it was written to; send the same changes again, with the same ids.");
  }
}
