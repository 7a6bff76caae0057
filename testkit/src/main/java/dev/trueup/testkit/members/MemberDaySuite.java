package dev.trueup.testkit.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.BadRequestException;
import dev.trueup.members.MemberChange;
import dev.trueup.members.MemberReadings.Day;
import dev.trueup.members.MemberUpkeep.Progress;
import dev.trueup.members.Members;
import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import dev.trueup.members.Side;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One member counts once per local day; old days are sealed into a number. */
public interface MemberDaySuite extends MemberSuite {
  LocalDate DAY = LocalDate.of(2025, 7, 1);

  private Instant in(LocalDate day, int hour) {
    return day.atTime(hour, 0).atZone(MemberKit.ZONE).toInstant();
  }

  private Members perDay(String end, String zone) {
    Relation relation = Relation.perDay(kit().named(end), ZoneId.of(zone));
    kit().store().enable(relation);
    return new Members(Map.of(relation, kit().store()), List.of());
  }

  @Test
  default void aViewerCountsOncePerDayAndAgainOnTheNext() {
    assertThat(kit().view("p", "v", in(DAY, 9)).kind()).isEqualTo(APPLIED);
    assertThat(kit().view("p", "v", in(DAY, 21)).kind()).isEqualTo(DUPLICATE);
    assertThat(kit().view("p", "v", in(DAY.plusDays(1), 0)).kind()).isEqualTo(APPLIED);
    assertThat(kit().viewersOf("p", DAY)).isEqualTo(1);
    assertThat(kit().viewersOf("p", DAY.plusDays(1))).isEqualTo(1);
    assertThat(kit().viewersOf("p", DAY.minusDays(1))).isZero();
  }

  @Test
  default void aRetryAfterMidnightStaysInItsDay() {
    Instant lastMoment = in(DAY.plusDays(1), 0).minusNanos(1_000);
    assertThat(kit().view("p", "v", lastMoment).kind()).isEqualTo(APPLIED);
    kit().view("p", "other", in(DAY.plusDays(1), 0));
    assertThat(kit().view("p", "v", lastMoment).kind()).isEqualTo(DUPLICATE);
    assertThat(kit().viewersOf("p", DAY)).isEqualTo(1);
    assertThat(kit().viewersOf("p", DAY.plusDays(1))).isEqualTo(1);
  }

  @Test
  default void aPageMayBeItsOwnViewerBecauseTheyAreOfTwoKinds() {
    assertThat(kit().view("42", "42", in(DAY, 9)).kind()).isEqualTo(APPLIED);
  }

  @Test
  default void viewsAroundMidnightOfTheOffsetCountInTheirLocalDay() {
    Members members = perDay("london", "Europe/London");
    String counter = kit().named("london");
    members.add(counter, "p", "v1", Instant.parse("2025-07-01T22:59:59Z"));
    members.add(counter, "p", "v2", Instant.parse("2025-07-01T23:30:00Z"));
    members.add(counter, "p", "v3", Instant.parse("2025-07-02T00:00:00Z"));
    assertThat(members.readings().count(counter, "p", LocalDate.of(2025, 7, 1))).isEqualTo(1);
    assertThat(members.readings().count(counter, "p", LocalDate.of(2025, 7, 2))).isEqualTo(2);
  }

  @Test
  default void daysOf23And25HoursHoldAllOfTheirHours() {
    Members members = perDay("berlin", "Europe/Berlin");
    String counter = kit().named("berlin");
    for (LocalDate day : List.of(LocalDate.of(2025, 3, 30), LocalDate.of(2025, 10, 26))) {
      ZoneId zone = ZoneId.of("Europe/Berlin");
      Instant start = day.atStartOfDay(zone).toInstant();
      Instant end = day.plusDays(1).atStartOfDay(zone).toInstant();
      int hour = 0;
      for (Instant at = start; at.isBefore(end); at = at.plusSeconds(3_600)) {
        assertThat(members.add(counter, "p", "v" + hour++, at).kind()).isEqualTo(APPLIED);
        assertThat(members.add(counter, "p", "same", at).kind())
            .isEqualTo(hour == 1 ? APPLIED : DUPLICATE);
      }
      assertThat(members.readings().count(counter, "p", day))
          .isEqualTo((day.getMonthValue() == 3 ? 23 : 25) + 1);
      assertThat(members.readings().count(counter, "p", day.plusDays(1))).isZero();
    }
  }

  @Test
  default void oneInstantIsThreeDaysAroundTheDateLine() {
    Instant at = Instant.parse("2025-07-01T10:30:00Z");
    Map<String, LocalDate> days =
        Map.of(
            "Pacific/Kiritimati", LocalDate.of(2025, 7, 2),
            "Europe/London", LocalDate.of(2025, 7, 1),
            "Pacific/Pago_Pago", LocalDate.of(2025, 6, 30));
    days.forEach(
        (zone, day) -> {
          String end = zone.substring(8).toLowerCase(Locale.ROOT).replace('_', '-');
          Members members = perDay(end, zone);
          assertThat(members.add(kit().named(end), "p", "v", at).kind()).isEqualTo(APPLIED);
          assertThat(members.readings().count(kit().named(end), "p", day)).as(zone).isEqualTo(1);
        });
  }

  @Test
  default void aDayThatAZoneLeftOutHasNoViews() {
    Members members = perDay("apia", "Pacific/Apia");
    String counter = kit().named("apia");
    members.add(counter, "p", "v", Instant.parse("2011-12-30T09:59:59Z"));
    members.add(counter, "p", "v", Instant.parse("2011-12-30T10:00:00Z"));
    assertThat(members.readings().count(counter, "p", LocalDate.of(2011, 12, 29))).isEqualTo(1);
    assertThat(members.readings().count(counter, "p", LocalDate.of(2011, 12, 30))).isZero();
    assertThat(members.readings().count(counter, "p", LocalDate.of(2011, 12, 31))).isEqualTo(1);
  }

  @Test
  default void aRemovalMayNameAnEarlierDay() {
    kit().view("p", "v", in(DAY, 9));
    kit().view("p", "v", in(DAY.plusDays(1), 9));
    MemberChange removal =
        MemberChange.remove(kit().viewers(), "p", "v", in(DAY.plusDays(2), 9)).on(DAY);
    assertThat(kit().members().apply(List.of(removal), false).get(0).kind()).isEqualTo(APPLIED);
    assertThat(kit().viewersOf("p", DAY)).isZero();
    assertThat(kit().viewersOf("p", DAY.plusDays(1))).isEqualTo(1);
  }

  @Test
  default void aSealedDayKeepsItsCountAndRefusesOperations() {
    for (int viewer = 0; viewer < 7; viewer++) {
      kit().view("p", "v" + viewer, in(DAY, 9));
    }
    kit().members().remove(kit().viewers(), "p", "v0", in(DAY, 10));
    kit().view("p", "v1", in(DAY.plusDays(1), 9));
    kit().view("q", "v1", in(DAY.minusDays(3), 9));

    Progress progress =
        kit().upkeep().withStepRows(2).seal(kit().viewers(), DAY.plusDays(1), MemberKit.STEPS_MAX);

    assertThat(progress).isEqualTo(new Progress(7, true));
    assertThat(kit().readings().days(kit().viewers(), "p", DAY, 10))
        .containsExactly(new Day(DAY, 6, 6L), new Day(DAY.plusDays(1), 1, null));
    assertThat(kit().viewersOf("p", DAY)).isEqualTo(6);
    for (String viewer : List.of("v1", "new")) {
      Outcome late = kit().view("p", viewer, in(DAY, 12));
      assertThat(late.rejection()).isEqualTo(Rejection.TOO_OLD);
      Outcome removal = kit().members().remove(kit().viewers(), "p", viewer, in(DAY, 12));
      assertThat(removal.rejection()).isEqualTo(Rejection.TOO_OLD);
    }
    assertThat(kit().view("never-seen", "v", in(DAY.minusDays(9), 1)).rejection())
        .isEqualTo(Rejection.TOO_OLD);
    assertThat(kit().view("p", "v9", in(DAY.plusDays(1), 0)).kind()).isEqualTo(APPLIED);
    assertThat(kit().viewersOf("p", DAY)).isEqualTo(6);
    assertThatThrownBy(() -> kit().list(kit().viewers(), "p", DAY))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("sealed");
    assertThatThrownBy(() -> kit().readings().member(kit().viewers(), "p", "v1", DAY))
        .isInstanceOf(BadRequestException.class);
    kit().assertAuditsAreClean();
  }

  @Test
  default void sealingGoesOnWhereItWasCutOffAndDropsTheMembers() {
    for (int viewer = 0; viewer < 9; viewer++) {
      kit().view("p" + viewer % 2, "v" + viewer, in(DAY, 9));
    }
    int calls = 0;
    boolean finished = false;
    while (!finished) {
      finished =
          kit().upkeep().withStepRows(2).seal(kit().viewers(), DAY.plusDays(1), 1).finished();
      kit().assertAuditsAreClean();
      assertThat(kit().viewersOf("p0", DAY)).isEqualTo(5);
      assertThat(kit().viewersOf("p1", DAY)).isEqualTo(4);
      assertThat(calls++).isLessThan(50);
    }
    assertThat(calls).isGreaterThan(4);
    long rowsLeft =
        kit()
            .store()
            .read(
                kit().viewerRelation(),
                "look for rows",
                view ->
                    (long)
                        view.rowsOf(new Place(Side.SUBJECT, "p0", DAY.toEpochDay()), 100).size());
    assertThat(rowsLeft).isZero();
  }

  @Test
  default void theSealLineIsNeverLoweredAndADayThatIsNotOverStaysOpen() {
    kit().upkeep().seal(kit().viewers(), DAY, MemberKit.STEPS_MAX);
    kit().upkeep().seal(kit().viewers(), DAY.minusDays(9), MemberKit.STEPS_MAX);
    assertThat(kit().view("p", "v", in(DAY.minusDays(1), 9)).rejection())
        .isEqualTo(Rejection.TOO_OLD);
    assertThat(kit().view("p", "v", in(DAY, 9)).kind()).isEqualTo(APPLIED);

    LocalDate today = kit().store().now().atZone(MemberKit.ZONE).toLocalDate();
    assertThatThrownBy(() -> kit().upkeep().seal(kit().viewers(), today.plusDays(1), 1))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("not over");
    assertThat(kit().view("p", "w", kit().at(0)).kind()).isEqualTo(APPLIED);
  }

  @Test
  default void membersOfADayAreMergedAndRemovedInOpenDaysOnly() {
    for (int offset = 0; offset < 3; offset++) {
      kit().view("p", "v1", in(DAY.plusDays(offset), 9));
      kit().view("p", "v2", in(DAY.plusDays(offset), 10));
      kit().view("p", "v3", in(DAY.plusDays(offset), 11));
    }
    kit().upkeep().seal(kit().viewers(), DAY.plusDays(1), MemberKit.STEPS_MAX);
    kit().upkeep().mergeMembers(kit().viewers(), "v2", "v1", MemberKit.STEPS_MAX);
    kit()
        .upkeep()
        .removeMember(kit().viewers(), "v3", in(DAY.plusDays(1), 23), MemberKit.STEPS_MAX);
    assertThat(kit().viewersOf("p", DAY)).isEqualTo(3);
    assertThat(kit().viewersOf("p", DAY.plusDays(1))).isEqualTo(1);
    assertThat(kit().viewersOf("p", DAY.plusDays(2))).isEqualTo(2);
    kit().assertAuditsAreClean();
  }

  @Test
  default void daysAreListedFromADayOnAndNoMoreThanAskedFor() {
    for (int offset : List.of(0, 1, 2, 4)) {
      kit().view("p", "v", in(DAY.plusDays(offset), 9));
    }
    assertThat(kit().readings().days(kit().viewers(), "p", DAY.plusDays(1), 2))
        .containsExactly(new Day(DAY.plusDays(1), 1, null), new Day(DAY.plusDays(2), 1, null));
    assertThat(kit().readings().days(kit().viewers(), "p", DAY.plusDays(3), 9))
        .containsExactly(new Day(DAY.plusDays(4), 1, null));
  }

  @Test
  default void aDayIsSealedOnceItHasBeenOverForItsRetention() {
    LocalDate today = kit().at(0).atZone(MemberKit.ZONE).toLocalDate();
    LocalDate dayBefore = today.minusDays(5);
    kit().view("p", "v", in(dayBefore, 0));
    kit().view("p", "v", in(today.minusDays(1), 12));
    Duration open = Duration.between(in(dayBefore.plusDays(1), 0), kit().store().now());
    kit()
        .upkeep()
        .sealOlderThan(kit().viewers(), open.plus(Duration.ofHours(1)), MemberKit.STEPS_MAX);
    assertThat(kit().view("p", "w", in(dayBefore, 9)).kind()).isEqualTo(APPLIED);
    kit()
        .upkeep()
        .sealOlderThan(kit().viewers(), open.minus(Duration.ofHours(1)), MemberKit.STEPS_MAX);
    assertThat(kit().view("p", "x", in(dayBefore, 9)).rejection()).isEqualTo(Rejection.TOO_OLD);
    assertThat(kit().viewersOf("p", dayBefore)).isEqualTo(2);
    assertThat(kit().view("p", "x", in(today.minusDays(1), 9)).kind()).isEqualTo(APPLIED);
    assertThatThrownBy(
            () -> kit().upkeep().sealOlderThan(kit().viewers(), Duration.ofSeconds(-1), 1))
        .isInstanceOf(BadRequestException.class);
  }

  @Test
  default void mergesAndRemovalsPassByDaysWhoseSealWasCutOff() {
    for (int viewer = 0; viewer < 5; viewer++) {
      kit().view("p", "v" + viewer, in(DAY, 9));
      kit().view("p", "v" + viewer, in(DAY.plusDays(1), 9));
    }
    kit().upkeep().withStepRows(1).seal(kit().viewers(), DAY.plusDays(1), 1);

    Progress merged = kit().upkeep().mergeMembers(kit().viewers(), "v1", "v2", MemberKit.STEPS_MAX);
    Progress removed =
        kit().upkeep().removeMember(kit().viewers(), "v3", kit().at(0), MemberKit.STEPS_MAX);

    assertThat(merged).isEqualTo(new Progress(1, true));
    assertThat(removed).isEqualTo(new Progress(1, true));
    assertThat(kit().viewersOf("p", DAY)).isEqualTo(5);
    assertThat(kit().viewersOf("p", DAY.plusDays(1))).isEqualTo(3);
    assertThat(
            kit().upkeep().seal(kit().viewers(), DAY.plusDays(1), MemberKit.STEPS_MAX).finished())
        .isTrue();
    assertThat(kit().viewersOf("p", DAY)).isEqualTo(5);
    kit().assertAuditsAreClean();
  }
}
