package dev.trueup.members;

import dev.trueup.counter.Outcome;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.members.Applying.Operation;
import dev.trueup.members.Doors.Door;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters of members: operations in, answers out. Set, count and time change in one atomic step,
 * on both sides of a relation or on neither. What holds in the end depends neither on the order of
 * operations nor on how often they were sent. Thread-safe; holds no state but the definitions.
 */
public final class Members {
  /** The most operations in one call. */
  public static final int CALL_MAX = 10_000;

  private final Doors doors;
  private final MemberReadings readings;
  private final MemberUpkeep upkeep;

  /**
   * @param relations each enabled in its store
   * @param otherNames names of counters of another kind, for telling them from unknown
   */
  public Members(Map<Relation, MemberStore> relations, Collection<String> otherNames) {
    this.doors = new Doors(relations, otherNames);
    this.readings = new MemberReadings(doors);
    this.upkeep = new MemberUpkeep(doors);
  }

  /** Counts, members, days. */
  public MemberReadings readings() {
    return readings;
  }

  /** Merging, removing everywhere, sealing, auditing. */
  public MemberUpkeep upkeep() {
    return upkeep;
  }

  /** Puts a member in, as of a time. */
  public Outcome add(String counter, String subject, String member, Instant at) {
    return apply(List.of(MemberChange.add(counter, subject, member, at)), false).get(0);
  }

  /** Takes a member out, as of a time. */
  public Outcome remove(String counter, String subject, String member, Instant at) {
    return apply(List.of(MemberChange.remove(counter, subject, member, at)), false).get(0);
  }

  /**
   * Applies operations; those of one relation go in steps of {@link MemberStore#BATCH_MAX}. The
   * answers: APPLIED, the membership changed; DUPLICATE, it was so already; COVERED, a later
   * operation has decided; REJECTED with a reason, and nothing was written; UNKNOWN, the answer of
   * the store was lost, and sending the same operation again is safe.
   *
   * @param changes at most {@link #CALL_MAX}
   * @param withCount whether APPLIED outcomes carry the count right after their operation, seen
   *     from its counter
   * @return an outcome each, in order
   */
  public List<Outcome> apply(List<MemberChange> changes, boolean withCount) {
    if (changes.size() > CALL_MAX) {
      throw new BadRequestException(
          "A call with "
              + changes.size()
              + " operations is too large; at most "
              + CALL_MAX
              + " are allowed, send it in parts.");
    }
    Outcome[] outcomes = new Outcome[changes.size()];
    Map<Relation, List<Integer>> places = new LinkedHashMap<>();
    Map<Relation, MemberStore> stores = new LinkedHashMap<>();
    List<@Nullable Operation> operations = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      MemberChange change = changes.get(i);
      Door door = doors.find(change.counter());
      Outcome fault = door == null ? doors.refused(change.counter()) : Doors.fault(door, change);
      if (door == null || fault != null) {
        outcomes[i] = fault;
        operations.add(null);
      } else {
        places.computeIfAbsent(door.relation(), key -> new ArrayList<>()).add(i);
        stores.put(door.relation(), door.store());
        operations.add(operation(door, change));
      }
    }
    places.forEach(
        (relation, indexes) -> {
          MemberStore store = stores.get(relation);
          for (int from = 0;
              store != null && from < indexes.size();
              from += MemberStore.BATCH_MAX) {
            int to = Math.min(indexes.size(), from + MemberStore.BATCH_MAX);
            List<Integer> part = indexes.subList(from, to);
            List<Operation> batch = new ArrayList<>();
            for (int index : part) {
              Operation operation = operations.get(index);
              if (operation != null) {
                batch.add(operation);
              }
            }
            List<Outcome> answers = applyBatch(store, relation, batch, withCount);
            for (int i = 0; i < part.size(); i++) {
              outcomes[part.get(i)] = answers.get(i);
            }
          }
        });
    return List.copyOf(Arrays.asList(outcomes));
  }

  private static List<Outcome> applyBatch(
      MemberStore store, Relation relation, List<Operation> batch, boolean withCount) {
    try {
      return Foresight.run(
          store,
          relation,
          "change members of " + relation.name(),
          foresight -> new Applying(relation, batch, withCount, foresight));
    } catch (AnswerLostException | UnavailableException failure) {
      Outcome unknown =
          Outcome.unknown(
              "No answer from the store of "
                  + relation.name()
                  + "; send the same operation again, with the same time. "
                  + failure.getMessage());
      return batch.stream().map(operation -> unknown).toList();
    }
  }

  private static Operation operation(Door door, MemberChange change) {
    Instant at = Times.stored(change.at());
    long day = change.day() == null ? door.relation().dayOf(at) : change.day().toEpochDay();
    return new Operation(
        door.memberKey(change.subject(), day, change.member()),
        change.kind() == MemberChange.Kind.ADD,
        at,
        door.side());
  }
}
