package dev.trueup.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.members.Doors.Door;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts the members of a counter anew, a page of subjects at a time, each page in sets and in one
 * snapshot, and compares. Changes nothing. Thread-safe.
 */
public final class MemberAudit {
  /** The most subjects of one page. */
  public static final int PAGE_MAX = 10_000;

  private final Door door;

  MemberAudit(Door door) {
    this.door = door;
  }

  /**
   * A page.
   *
   * @param examined how many counts were looked at
   * @param next where the next page begins; null if this was the last
   */
  public record Page(long examined, List<MemberDrift> drifts, @Nullable Place next) {}

  /**
   * All pages.
   *
   * @param drifts at most as many as were asked for
   * @param drifted how many there are
   */
  public record Report(long examined, List<MemberDrift> drifts, long drifted) {
    public boolean isClean() {
      return drifted == 0;
    }
  }

  /** Looks at all counts; keeps the first so many drifts. */
  public Report run(int driftsMax) {
    long examined = 0;
    long drifted = 0;
    List<MemberDrift> kept = new ArrayList<>();
    Place after = null;
    do {
      Page page = page(after, PAGE_MAX);
      examined += page.examined();
      drifted += page.drifts().size();
      for (MemberDrift drift : page.drifts()) {
        if (kept.size() < driftsMax) {
          kept.add(drift);
        }
      }
      after = page.next();
    } while (after != null);
    return new Report(examined, List.copyOf(kept), drifted);
  }

  /**
   * Looks at the counts behind a place.
   *
   * @param after {@link Page#next()} of the page before; null for the first
   * @param limit 1 to {@link #PAGE_MAX}
   */
  public Page page(@Nullable Place after, int limit) {
    if (limit < 1 || limit > PAGE_MAX) {
      throw new BadRequestException(
          "A page of " + limit + " is not possible; 1 to " + PAGE_MAX + " are allowed.");
    }
    return door.store()
        .read(
            door.relation(),
            "audit " + door.counter(),
            view ->
                compare(
                    view.talliesAfter(door.side(), after, limit),
                    view.countedAfter(door.side(), after, limit),
                    limit));
  }

  /** Both lists are complete up to the end of whichever was cut off first. */
  private Page compare(List<Tally> tallies, List<Tally> counted, int limit) {
    Place end = null;
    for (List<Tally> list : List.of(tallies, counted)) {
      if (list.size() == limit) {
        Place last = list.get(limit - 1).place();
        end = end == null || last.compareTo(end) < 0 ? last : end;
      }
    }
    NavigableMap<Place, Tally> kept = byPlace(tallies, end);
    NavigableMap<Place, Tally> rows = byPlace(counted, end);
    SortedSet<Place> places = new TreeSet<>(kept.keySet());
    places.addAll(rows.keySet());
    List<MemberDrift> drifts = new ArrayList<>();
    for (Place place : places) {
      Tally row = rows.get(place);
      MemberDrift drift = judge(place, kept.get(place), row == null ? 0 : row.members());
      if (drift != null) {
        drifts.add(drift);
      }
    }
    return new Page(places.size(), List.copyOf(drifts), end);
  }

  private @Nullable MemberDrift judge(Place place, @Nullable Tally tally, long counted) {
    if (tally == null) {
      return drift(place, null, counted, MemberDrift.Verdict.COUNT_MISSING);
    }
    Tally.Seal seal = tally.seal();
    if (seal != null) {
      return tally.members() == seal.members()
          ? null
          : drift(place, tally.members(), seal.members(), MemberDrift.Verdict.SEAL_DIFFERS);
    }
    return tally.members() == counted
        ? null
        : drift(place, tally.members(), counted, MemberDrift.Verdict.COUNT_DIFFERS);
  }

  private static NavigableMap<Place, Tally> byPlace(List<Tally> tallies, @Nullable Place end) {
    NavigableMap<Place, Tally> byPlace = new TreeMap<>();
    for (Tally tally : tallies) {
      if (end == null || tally.place().compareTo(end) <= 0) {
        byPlace.put(tally.place(), tally);
      }
    }
    return byPlace;
  }

  private MemberDrift drift(
      Place place, @Nullable Long count, long counted, MemberDrift.Verdict verdict) {
    return new MemberDrift(
        door.counter(),
        place.key(),
        door.relation().isPerDay() ? LocalDate.ofEpochDay(place.day()) : null,
        count,
        counted,
        verdict);
  }
}
