package dev.trueup.members;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Applies operations of one relation, whose keys and times were found in order, in one step. */
final class Applying implements Foresight.Step<List<Outcome>> {
  private final Relation relation;
  private final List<Operation> operations;
  private final boolean withCount;
  private final Foresight foresight;

  /**
   * An operation in the relation's own terms.
   *
   * @param seenFrom the side of the counter that it was sent to
   */
  record Operation(MemberKey key, boolean adds, Instant at, Side seenFrom) {}

  Applying(Relation relation, List<Operation> operations, boolean withCount, Foresight foresight) {
    this.relation = relation;
    this.operations = operations;
    this.withCount = withCount;
    this.foresight = foresight;
  }

  @Override
  public @Nullable List<Outcome> run(MemberRows rows) {
    Survivors survivors = foresight.follow(rows, keysOf(operations));
    if (survivors == null) {
      return null;
    }
    List<MemberKey> keys = new ArrayList<>();
    SortedSet<Place> places = new TreeSet<>();
    for (Operation operation : operations) {
      MemberKey key = operation.key();
      for (Side side : Side.values()) {
        key = key.with(side, survivors.of(side, key.at(side)));
      }
      keys.add(key);
      places.addAll(Edit.places(relation, key));
    }
    if (foresight.creates()) {
      rows.lockOrCreate(places);
    }
    Map<Place, Tally> tallies = rows.lock(places);
    Lines lines = rows.lines();
    Edit edit = new Edit(relation, tallies, rows.memberships(new HashSet<>(keys)));
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Outcome outcome = applyOne(operations.get(i), keys.get(i), survivors, lines, edit);
      if (outcome == null) {
        foresight.createNextTime();
        return null;
      }
      outcomes.add(outcome);
    }
    edit.write(rows);
    return outcomes;
  }

  private static Set<Ending.Key> keysOf(List<Operation> operations) {
    Set<Ending.Key> keys = new HashSet<>();
    for (Operation operation : operations) {
      for (Side side : Side.values()) {
        keys.add(new Ending.Key(side, operation.key().at(side)));
      }
    }
    return keys;
  }

  /** Null when a count is missing that has to be made first. */
  private @Nullable Outcome applyOne(
      Operation operation, MemberKey key, Survivors survivors, Lines lines, Edit edit) {
    Outcome refusal = refusal(operation, key, lines, edit);
    if (refusal != null) {
      return refusal;
    }
    Membership stored = edit.row(key);
    Membership removal = voided(operation, key, survivors);
    Membership known = Membership.later(stored, removal);
    Membership wanted = new Membership(key, operation.adds(), operation.at());
    boolean isVoid = removal != null && !operation.at().isAfter(removal.at());
    if (stored == null && !isVoid && operation.at().isBefore(lines.removalsBefore())) {
      return operation.adds() ? forgotten(operation, key, lines) : Outcome.duplicate();
    }
    boolean isIn = stored != null && stored.present();
    if (known != null && !wanted.beats(known)) {
      boolean asWanted = known.present() == operation.adds() && isIn == operation.adds();
      return asWanted ? Outcome.duplicate() : Outcome.covered();
    }
    if (!edit.holds(key)) {
      return null;
    }
    edit.put(wanted);
    if (isIn == operation.adds()) {
      return Outcome.duplicate();
    }
    return withCount ? Outcome.applied(reading(operation, key, edit)) : Outcome.applied();
  }

  /** What a removal of either key as a whole says about this membership. */
  private static @Nullable Membership voided(
      Operation operation, MemberKey key, Survivors survivors) {
    Instant removedAt =
        Ending.later(
            survivors.removedAt(Side.SUBJECT, operation.key().subject()),
            survivors.removedAt(Side.MEMBER, operation.key().member()));
    return removedAt == null ? null : new Membership(key, false, removedAt);
  }

  private @Nullable Outcome refusal(Operation operation, MemberKey key, Lines lines, Edit edit) {
    String name = relation.counterOf(operation.seenFrom());
    if (operation.at().isAfter(lines.now().plus(relation.aheadMax()))) {
      return Outcome.rejected(
          Rejection.IN_THE_FUTURE,
          "An operation of "
              + name
              + " is stamped "
              + operation.at()
              + ", more than "
              + relation.aheadMax()
              + " ahead of the store's clock at "
              + lines.now()
              + "; check the clocks.");
    }
    if (!relation.selfAllowed() && key.subject().equals(key.member())) {
      return Outcome.rejected(
          Rejection.SELF_MEMBER,
          name
              + ": "
              + key.subject()
              + " cannot be a member of itself; where subjects and members are of different kinds,"
              + " configure the counter to allow it.");
    }
    if (relation.isPerDay() && (key.day() < lines.sealedBefore() || edit.isSealed(key))) {
      return Outcome.rejected(
          Rejection.TOO_OLD,
          name
              + " of "
              + key.subject()
              + ": the day "
              + LocalDate.ofEpochDay(key.day())
              + " is sealed; its count stays as it is.");
    }
    return null;
  }

  private Outcome forgotten(Operation operation, MemberKey key, Lines lines) {
    return Outcome.rejected(
        Rejection.TOO_OLD,
        relation.counterOf(operation.seenFrom())
            + ": an addition of "
            + operation.at()
            + " to "
            + key.subject()
            + " may have been followed by a removal that is forgotten; removals are known from "
            + lines.removalsBefore()
            + " on.");
  }

  private Reading reading(Operation operation, MemberKey key, Edit edit) {
    Tally tally = edit.tally(key.place(operation.seenFrom()));
    return new Reading(
        relation.counterOf(operation.seenFrom()),
        new Subject(key.at(operation.seenFrom())),
        tally == null ? 0 : tally.members(),
        Reading.Mode.FAST,
        null,
        null);
  }
}
