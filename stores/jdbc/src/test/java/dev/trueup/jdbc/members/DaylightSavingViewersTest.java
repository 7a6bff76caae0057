package dev.trueup.jdbc.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.members.MemberChange;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Viewers over a change of daylight saving time in three zones. {@code -Dtrueup.members.viewers=N}
 * says how many; with {@code TRUEUP_FULL_PROOFS=true} there are 10000.
 */
class DaylightSavingViewersTest {
  private static final int VIEWERS =
      Integer.getInteger(
          "trueup.members.viewers",
          Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 10_000 : 1_000);

  /** When a zone's clocks changed, and from which offset to which, in minutes; written by hand. */
  private record Turn(String zone, String at, int minutesBefore, int minutesAfter) {
    /** The local day, by arithmetic on offsets alone. */
    long dayOf(Instant instant) {
      int minutes = instant.isBefore(Instant.parse(at)) ? minutesBefore : minutesAfter;
      return Math.floorDiv(instant.getEpochSecond() + minutes * 60L, 86_400L);
    }
  }

  private static final List<Turn> TURNS =
      List.of(
          new Turn("Europe/Berlin", "2025-10-26T01:00:00Z", 120, 60),
          new Turn("America/New_York", "2025-03-09T07:00:00Z", -300, -240),
          new Turn("Australia/Lord_Howe", "2025-10-04T15:30:00Z", 630, 660));

  @ParameterizedTest
  @EnumSource
  void everyViewerCountsOncePerLocalDay(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      for (int i = 0; i < TURNS.size(); i++) {
        viewAndCompare(TURNS.get(i), new JdbcMemberStore(database), "page.viewers-" + i);
      }
    }
  }

  private static void viewAndCompare(Turn turn, JdbcMemberStore store, String counter) {
    Relation relation = Relation.perDay(counter, ZoneId.of(turn.zone()));
    store.enable(relation);
    Members members = new Members(Map.of(relation, store), List.of());
    SplittableRandom random = new SplittableRandom(20_251_026);
    Map<Long, Set<String>> expected = new TreeMap<>();
    List<MemberChange> views = new ArrayList<>();
    long first = Instant.parse(turn.at()).getEpochSecond() - 36 * 3_600;
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
      for (int view = 0; view < 2; view++) {
        Instant at = Instant.ofEpochSecond(first + random.nextInt(72 * 3_600));
        expected.computeIfAbsent(turn.dayOf(at), day -> new HashSet<>()).add("v" + viewer);
        views.add(MemberChange.add(counter, "page", "v" + viewer, at));
      }
    }
    long applied = 0;
    for (int from = 0; from < views.size(); from += Members.CALL_MAX) {
      List<MemberChange> part =
          views.subList(from, Math.min(views.size(), from + Members.CALL_MAX));
      applied +=
          members.apply(part, false).stream()
              .filter(outcome -> outcome.kind() == Outcome.Kind.APPLIED)
              .count();
    }
    long total = 0;
    for (Map.Entry<Long, Set<String>> day : expected.entrySet()) {
      LocalDate date = LocalDate.ofEpochDay(day.getKey());
      assertThat(members.readings().count(counter, "page", date))
          .as("%s on %s", turn.zone(), date)
          .isEqualTo(day.getValue().size());
      total += day.getValue().size();
    }
    assertThat(applied).isEqualTo(total);
    assertThat(expected).hasSizeBetween(3, 5);
    assertThat(members.upkeep().audit(counter).run(9).drifts()).isEmpty();
    System.out.println(
        turn.zone()
            + ": "
            + VIEWERS
            + " viewers, "
            + views.size()
            + " views, "
            + applied
            + " counted on "
            + expected.size()
            + " local days");
  }
}
