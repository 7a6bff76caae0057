package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.store.Admission;
import dev.trueup.store.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Changes on their way in, by their places in the batch, with what is known of each so far. */
final class AcceptBatch {
  private final Counter counter;
  private final int shards;
  private final List<Change> changes;
  private final Instant now;
  private final @Nullable Outcome[] outcomes;
  private final Map<Subject, Head> heads = new HashMap<>();
  private final Map<IdOf, Integer> first = new HashMap<>();
  private final TreeSet<Integer> written = new TreeSet<>();

  private record IdOf(Subject subject, String id) {}

  AcceptBatch(Counter counter, int shards, List<Change> changes, Instant now) {
    this.counter = counter;
    this.shards = shards;
    this.changes = changes;
    this.now = now;
    this.outcomes = new Outcome[changes.size()];
  }

  Counter counter() {
    return counter;
  }

  int shards() {
    return shards;
  }

  Instant now() {
    return now;
  }

  Change change(int at) {
    return changes.get(at);
  }

  ShardKey key(int at) {
    return ShardKey.of(counter, shards, changes.get(at));
  }

  /** The head that a change was admitted by. */
  @Nullable Head head(int at) {
    return heads.get(changes.get(at).subject());
  }

  /** Refuses what the heads refuse. */
  void admit(Map<Subject, Head> read) {
    heads.putAll(read);
    for (int at = 0; at < changes.size(); at++) {
      Change change = changes.get(at);
      Outcome refusal = Admission.refusal(counter, head(at), change, null, now);
      outcomes[at] = refusal;
      if (refusal == null) {
        first.putIfAbsent(new IdOf(change.subject(), change.id()), at);
      }
    }
  }

  /** The place of the first change of the batch that was let in under the same id. */
  int firstOfItsId(int at) {
    Integer place = first.get(new IdOf(changes.get(at).subject(), changes.get(at).id()));
    return place == null ? at : place;
  }

  /** The answer to a change whose id an earlier one of the batch has; null: it is still free. */
  @Nullable Outcome repeatOfAKnownId(int at) {
    int earlier = firstOfItsId(at);
    Outcome outcome = outcomes[earlier];
    boolean known =
        outcome != null
            && (outcome.kind() == Outcome.Kind.APPLIED || outcome.kind() == Outcome.Kind.DUPLICATE);
    return known
        ? Admission.refusal(counter, head(at), changes.get(at), changes.get(earlier), now)
        : null;
  }

  void answer(int at, Outcome outcome) {
    outcomes[at] = outcome;
  }

  /** Says of a change that was refused late that it is in its document. */
  void isWritten(int at) {
    written.add(at);
  }

  /** Changes that were written and then refused. */
  List<Integer> written() {
    return List.copyOf(written);
  }

  /** Places without an answer. */
  List<Integer> pending() {
    List<Integer> places = new ArrayList<>();
    for (int at = 0; at < outcomes.length; at++) {
      if (outcomes[at] == null) {
        places.add(at);
      }
    }
    return places;
  }

  boolean isApplied(int at) {
    Outcome outcome = outcomes[at];
    return outcome != null && outcome.kind() == Outcome.Kind.APPLIED;
  }

  List<Integer> applied() {
    List<Integer> places = new ArrayList<>();
    for (int at = 0; at < outcomes.length; at++) {
      if (isApplied(at)) {
        places.add(at);
      }
    }
    return places;
  }

  /** Places that are COVERED, by subject. */
  Map<Subject, List<Integer>> covered() {
    Map<Subject, List<Integer>> covered = new LinkedHashMap<>();
    for (int at = 0; at < outcomes.length; at++) {
      Outcome outcome = outcomes[at];
      if (outcome != null && outcome.kind() == Outcome.Kind.COVERED) {
        covered.computeIfAbsent(changes.get(at).subject(), s -> new ArrayList<>()).add(at);
      }
    }
    return covered;
  }

  List<Outcome> outcomes() {
    List<Outcome> answers = new ArrayList<>(outcomes.length);
    for (Outcome outcome : outcomes) {
      if (outcome == null) {
        throw new BrokenInvariantException("A change of " + counter.name() + " has no outcome.");
      }
      answers.add(outcome);
    }
    return answers;
  }
}
