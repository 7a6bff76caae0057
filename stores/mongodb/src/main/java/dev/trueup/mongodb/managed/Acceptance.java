package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.store.Admission;
import dev.trueup.store.Head;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hot path. The head is read, each change is added by one update of one document, and the head
 * is read once more: a change that is inside by then is taken back, its subject marked, and the
 * answer is COVERED. Whoever dies in between leaves cells that make their subject a candidate.
 *
 * <p>The same change always goes to the same document, so that it counts once is one update's
 * matter. The same id with other stamps goes to another one: it is looked for after the write, and
 * whoever finds another takes his own back.
 */
final class Acceptance {
  private final DocumentDatabase database;
  private final CounterDocuments counters;
  private final HeadDocuments heads;
  private final ShardDocuments shards;
  private final Adding adding;
  private final Dropping dropping;

  Acceptance(
      DocumentDatabase database,
      CounterDocuments counters,
      HeadDocuments heads,
      ShardDocuments shards,
      Dropping dropping) {
    this.database = database;
    this.counters = counters;
    this.heads = heads;
    this.shards = shards;
    this.adding = new Adding(database, heads, shards);
    this.dropping = dropping;
  }

  List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
    Set<Subject> subjects = new LinkedHashSet<>();
    changes.forEach(change -> subjects.add(change.subject()));
    Map<Subject, Head> before = heads.find(counter, subjects);
    // A missing head is also how a store looks that lost its memory: then nothing is accepted.
    CounterDocuments.Enabled enabled =
        before.size() == subjects.size() ? counters.known(counter) : counters.enabled(counter);
    AcceptBatch batch = new AcceptBatch(counter, enabled.shards(), changes, database.now());
    batch.admit(before);
    if (withReading && enabled.shards() == 1) {
      OwnReadings readings = new OwnReadings(heads, shards, adding);
      for (int at : batch.pending()) {
        batch.answer(at, readings.add(batch, at));
      }
    } else {
      addTogether(batch);
    }
    withdrawOthersIds(batch);
    coverWhatIsInsideByNow(batch, before);
    keepCovered(batch);
    return batch.outcomes();
  }

  /** The changes of one document in one update; one by one where that is refused. */
  private void addTogether(AcceptBatch batch) {
    Map<ShardKey, List<Integer>> byDocument = new LinkedHashMap<>();
    List<Integer> repeats = new ArrayList<>();
    for (int at : batch.pending()) {
      if (batch.firstOfItsId(at) == at) {
        byDocument.computeIfAbsent(batch.key(at), key -> new ArrayList<>()).add(at);
      } else {
        repeats.add(at);
      }
    }
    byDocument.forEach(
        (key, places) -> {
          List<Change> together = places.stream().map(batch::change).toList();
          Shard added =
              places.size() == 1
                  ? null
                  : shards.add(batch.counter(), key, batch.shards(), together);
          for (int at : places) {
            batch.answer(at, added != null ? Outcome.applied() : adding.add(batch, at));
          }
        });
    for (int at : repeats) {
      Outcome outcome = batch.repeatOfAKnownId(at);
      batch.answer(at, outcome != null ? outcome : adding.add(batch, at));
    }
  }

  private void withdrawOthersIds(AcceptBatch batch) {
    List<Integer> applied = batch.applied();
    if (applied.isEmpty()) {
      return;
    }
    Map<ShardDocuments.Place, Set<String>> places =
        shards.places(batch.counter(), applied.stream().map(batch::change).toList());
    for (int at : applied) {
      ShardKey key = batch.key(at);
      Set<String> documents =
          places.getOrDefault(new ShardDocuments.Place(key.of(), batch.change(at).id()), Set.of());
      for (String document : documents) {
        if (!document.equals(key.id()) && batch.isApplied(at)) {
          Outcome refusal = refusedFor(batch, at, document);
          if (refusal != null) {
            dropping.withdraw(batch.counter(), key, batch.change(at));
            batch.answer(at, refusal);
          }
        }
      }
    }
  }

  /** The refusal of a change whose id another document has; null if that is gone by now. */
  private @Nullable Outcome refusedFor(AcceptBatch batch, int at, String document) {
    Shard other = shards.find(batch.counter(), document);
    if (other == null) {
      return null;
    }
    for (Change known : other.changes(batch.counter())) {
      if (known.id().equals(batch.change(at).id())) {
        return Admission.refusal(batch.counter(), null, batch.change(at), known, batch.now());
      }
    }
    return null;
  }

  private void coverWhatIsInsideByNow(AcceptBatch batch, Map<Subject, Head> before) {
    List<Integer> applied = batch.applied();
    Map<Subject, Head> after =
        heads.find(
            batch.counter(),
            applied.stream().map(at -> batch.change(at).subject()).distinct().toList());
    for (int at : applied) {
      Subject subject = batch.change(at).subject();
      Head head = after.get(subject);
      if (head == null && before.containsKey(subject)) {
        throw adding.memoryLost(batch.counter());
      }
      Outcome refusal =
          Admission.refusal(batch.counter(), head, batch.change(at), null, batch.now());
      if (refusal != null) {
        batch.answer(at, refusal);
        batch.isWritten(at);
      }
    }
  }

  /** Marks first, takes back after: a crash in between leaves the mark. */
  private void keepCovered(AcceptBatch batch) {
    for (Map.Entry<Subject, List<Integer>> covered : batch.covered().entrySet()) {
      List<Change> changes = covered.getValue().stream().map(batch::change).toList();
      if (!heads.cover(batch.counter(), covered.getKey(), changes)) {
        refuseForgotten(batch, covered.getKey(), covered.getValue());
      }
    }
    for (int at : batch.written()) {
      dropping.withdraw(batch.counter(), batch.key(at), batch.change(at));
    }
  }

  private void refuseForgotten(AcceptBatch batch, Subject subject, Collection<Integer> places) {
    Head head = heads.find(batch.counter(), subject);
    for (int at : places) {
      Outcome refusal =
          Admission.refusal(batch.counter(), head, batch.change(at), null, batch.now());
      if (refusal == null || refusal.kind() != Outcome.Kind.REJECTED) {
        throw adding.memoryLost(batch.counter());
      }
      batch.answer(at, refusal);
    }
  }
}
