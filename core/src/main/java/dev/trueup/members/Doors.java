package dev.trueup.members;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.BadRequestException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the relation that a counter's name stands for, and names what is wrong with a call. */
final class Doors {
  private final Map<String, Kept> byName;
  private final Set<String> otherNames;

  /** A relation and where it is kept. */
  record Kept(Relation relation, MemberStore store) {}

  /** A counter: a relation, seen from a side. */
  record Door(String counter, Relation relation, MemberStore store, Side side) {
    Ending.Key key(String subject) {
      return new Ending.Key(side, subject);
    }

    MemberKey memberKey(String subject, long day, String member) {
      return side == Side.SUBJECT
          ? new MemberKey(subject, day, member)
          : new MemberKey(member, day, subject);
    }
  }

  Doors(Map<Relation, MemberStore> relations, Collection<String> otherNames) {
    byName = new TreeMap<>();
    this.otherNames = Set.copyOf(otherNames);
    relations.forEach(
        (relation, store) -> {
          add(relation.name(), new Kept(relation, store));
          String otherSide = relation.otherSide();
          if (otherSide != null) {
            add(otherSide, new Kept(relation, store));
          }
        });
  }

  private void add(String counter, Kept kept) {
    if (byName.putIfAbsent(counter, kept) != null) {
      throw new BadRequestException(
          "Counter " + counter + " belongs to two sets of members; it may count one.");
    }
  }

  @Nullable Door find(String counter) {
    Kept kept = byName.get(counter);
    return kept == null
        ? null
        : new Door(counter, kept.relation(), kept.store(), kept.relation().sideOf(counter));
  }

  Door require(String counter) {
    Door door = find(counter);
    if (door == null) {
      throw new BadRequestException(missing(counter));
    }
    return door;
  }

  Outcome refused(String counter) {
    return Outcome.rejected(
        otherNames.contains(counter) ? Rejection.WRONG_KIND : Rejection.UNKNOWN_COUNTER,
        missing(counter));
  }

  private String missing(String counter) {
    return otherNames.contains(counter)
        ? "Counter " + counter + " is not of kind members; it has none to add or remove."
        : "There is no counter called "
            + counter
            + "; counters of members are "
            + new TreeSet<>(byName.keySet())
            + ".";
  }

  /** What is wrong with an operation, as far as no store is needed to tell; or null. */
  static @Nullable Outcome fault(Door door, MemberChange change) {
    String fault = MemberText.fault(change.subject());
    if (fault != null) {
      return Outcome.rejected(
          Rejection.INVALID_SUBJECT, "A subject of " + door.counter() + " " + fault + ".");
    }
    fault = MemberText.fault(change.member());
    if (fault != null) {
      return Outcome.rejected(
          Rejection.INVALID_MEMBER, "A member of " + door.counter() + " " + fault + ".");
    }
    if (!Times.isAllowed(change.at())) {
      return Outcome.rejected(
          Rejection.INVALID_TIME,
          "An operation of "
              + door.counter()
              + " is stamped "
              + change.at()
              + "; times from the year 1 to 9999 are allowed.");
    }
    fault = dayFault(door.relation(), change);
    return fault == null
        ? null
        : Outcome.rejected(
            Rejection.INVALID_TIME, "An operation of " + door.counter() + " " + fault);
  }

  private static @Nullable String dayFault(Relation relation, MemberChange change) {
    LocalDate named = change.day();
    if (named == null) {
      return null;
    }
    if (!relation.isPerDay()) {
      return "names the day " + named + "; this counter does not count per day.";
    }
    long day = relation.dayOf(Times.stored(change.at()));
    if (named.toEpochDay() > day
        || (change.kind() == MemberChange.Kind.ADD && named.toEpochDay() != day)) {
      return "names the day "
          + named
          + ", and its time is in "
          + LocalDate.ofEpochDay(day)
          + "; an addition counts in the day of its time, a removal there or earlier.";
    }
    if (named.isBefore(LocalDate.of(1, 1, 1))) {
      return "names the day " + named + "; days from the year 1 on are allowed.";
    }
    return null;
  }

  /** The day that a reading means. */
  static long day(Door door, @Nullable LocalDate day) {
    if (door.relation().isPerDay() != (day != null)) {
      throw new BadRequestException(
          day == null
              ? "Counter " + door.counter() + " counts per day; say which."
              : "Counter " + door.counter() + " does not count per day; name none.");
    }
    return day == null ? Place.NO_DAY : day.toEpochDay();
  }

  static String checked(String what, String key) {
    String fault = MemberText.fault(key);
    if (fault != null) {
      throw new BadRequestException("A " + what + " " + fault + ".");
    }
    return key;
  }
}
