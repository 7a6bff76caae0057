package dev.trueup.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.members.Doors.Door;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Readings of sets of members. Exact: they say what the last committed operation left. Thread-safe.
 */
public final class MemberReadings {
  /** The most members or days of one page. */
  public static final int PAGE_MAX = 1_000;

  private final Doors doors;

  MemberReadings(Doors doors) {
    this.doors = doors;
  }

  /**
   * A count, and the same counted from the members in the same moment.
   *
   * @param count the one that is kept
   * @param counted made anew; for a sealed day the number on record
   * @param at the moment, by the store's clock
   */
  public record Decision(long count, long counted, Instant at) {
    public boolean agrees() {
      return count == counted;
    }
  }

  /** A member and the time of the operation that decided. */
  public record Member(String member, Instant at) {}

  /**
   * A day of a subject.
   *
   * @param sealed how many members were sealed into the count; null while they are kept one by one
   */
  public record Day(LocalDate day, long count, @Nullable Long sealed) {}

  /** The count that is kept. For counters per day say which day; for others null. */
  public long count(String counter, String subject, @Nullable LocalDate day) {
    Door door = doors.require(counter);
    Place place = place(door, subject, day);
    return door.store()
        .read(
            door.relation(),
            "read " + counter,
            view -> {
              Tally tally = view.tallies(Set.of(place)).get(place);
              return tally == null ? 0L : tally.members();
            });
  }

  /** The count that is kept beside the one that the members add up to, in one moment. */
  public Decision countAndRecount(String counter, String subject, @Nullable LocalDate day) {
    Door door = doors.require(counter);
    Place place = place(door, subject, day);
    return door.store()
        .read(
            door.relation(),
            "count " + counter,
            view -> {
              Tally tally = view.tallies(Set.of(place)).get(place);
              long count = tally == null ? 0 : tally.members();
              Tally.Seal seal = tally == null ? null : tally.seal();
              long counted = seal == null ? view.counted(place) : seal.members();
              return new Decision(count, counted, view.lines().now());
            });
  }

  /**
   * A membership that is in, with its time; empty if it is not.
   *
   * @throws BadRequestException for a day that is sealed: its members are no longer known
   */
  public Optional<Member> member(
      String counter, String subject, String member, @Nullable LocalDate day) {
    Door door = doors.require(counter);
    Place place = place(door, subject, day);
    MemberKey key = door.memberKey(place.key(), place.day(), Doors.checked("member", member));
    return door.store()
        .read(
            door.relation(),
            "look up a member of " + counter,
            view -> {
              refuseSealed(door, view, place);
              Membership known = view.memberships(Set.of(key)).get(key);
              return known != null && known.present()
                  ? Optional.of(new Member(member, known.at()))
                  : Optional.empty();
            });
  }

  /**
   * A page of the members that are in, ordered by the bytes of UTF-8.
   *
   * @param after the last member of the page before; null for the first page
   * @param limit 1 to {@link #PAGE_MAX}
   * @throws BadRequestException for a day that is sealed: its members are no longer known
   */
  public List<Member> members(
      String counter, String subject, @Nullable LocalDate day, @Nullable String after, int limit) {
    Door door = doors.require(counter);
    Place place = place(door, subject, day);
    requireLimit(limit);
    return door.store()
        .read(
            door.relation(),
            "list members of " + counter,
            view -> {
              refuseSealed(door, view, place);
              List<Member> page = new ArrayList<>();
              for (Membership known : view.membersOf(place, after, limit)) {
                page.add(new Member(known.key().at(door.side().other()), known.at()));
              }
              return page;
            });
  }

  /** The days of a subject that have a count, from a day on, at most so many. */
  public List<Day> days(String counter, String subject, LocalDate from, int limit) {
    Door door = doors.require(counter);
    Place first = place(door, subject, from);
    requireLimit(limit);
    return door.store()
        .read(
            door.relation(),
            "list days of " + counter,
            view -> {
              List<Day> days = new ArrayList<>();
              for (Tally tally : view.days(door.key(first.key()), first.day(), limit)) {
                Tally.Seal seal = tally.seal();
                days.add(
                    new Day(
                        LocalDate.ofEpochDay(tally.place().day()),
                        tally.members(),
                        seal == null ? null : seal.members()));
              }
              return days;
            });
  }

  private static Place place(Door door, String subject, @Nullable LocalDate day) {
    return new Place(door.side(), Doors.checked("subject", subject), Doors.day(door, day));
  }

  private static void refuseSealed(Door door, MemberView view, Place place) {
    if (!door.relation().isPerDay()) {
      return;
    }
    Map<Place, Tally> tallies = view.tallies(Set.of(place));
    Tally tally = tallies.get(place);
    if (tally != null && tally.isSealed()) {
      throw new BadRequestException(
          door.counter()
              + " of "
              + place.key()
              + ": the day "
              + LocalDate.ofEpochDay(place.day())
              + " is sealed; how many there were is known, who they were is not.");
    }
  }

  private static void requireLimit(int limit) {
    if (limit < 1 || limit > PAGE_MAX) {
      throw new BadRequestException(
          "A page of " + limit + " is not possible; 1 to " + PAGE_MAX + " are allowed.");
    }
  }
}
