package dev.trueup.testkit.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BrokenInvariantException;
import dev.trueup.members.MemberAudit;
import dev.trueup.members.MemberDrift;
import dev.trueup.members.MemberDrift.Verdict;
import dev.trueup.members.MemberKey;
import dev.trueup.members.MemberReadings;
import dev.trueup.members.Membership;
import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import dev.trueup.members.Side;
import dev.trueup.members.Tally;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The audit proves the counts, names those that somebody wrote to, and changes nothing. */
public interface MemberAuditSuite extends MemberSuite {

  private void tamper(Relation relation, Place place, long members) {
    kit()
        .store()
        .write(
            relation,
            "tamper with a count",
            rows -> {
              rows.lockOrCreate(new TreeSet<>(List.of(place)));
              Tally tally = rows.lock(new TreeSet<>(List.of(place))).get(place);
              rows.putTallies(
                  List.of(new Tally(place, members, tally == null ? null : tally.seal())));
              return true;
            });
  }

  private void tamper(Relation relation, Membership row) {
    kit()
        .store()
        .write(
            relation,
            "tamper with a member",
            rows -> {
              rows.putMemberships(List.of(row));
              return true;
            });
  }

  private List<MemberDrift> inPages(String counter, int limit) {
    List<MemberDrift> all = new ArrayList<>();
    MemberAudit audit = kit().upkeep().audit(counter);
    Place after = null;
    long examined = 0;
    do {
      MemberAudit.Page page = audit.page(after, limit);
      examined += page.examined();
      assertThat(page.examined()).isBetween(0L, 2L * limit);
      all.addAll(page.drifts());
      after = page.next();
    } while (after != null);
    assertThat(examined).isEqualTo(audit.run(0).examined());
    return all;
  }

  @Test
  default void tamperingWithCountsAndMembersIsFoundAndNamedOnBothSides() {
    for (int user = 0; user < 10; user++) {
      kit().follow("f" + user, "s" + user % 4, 1);
    }
    kit().assertAuditsAreClean();
    Relation relation = kit().followerRelation();
    Side followers = relation.sideOf(kit().followers());
    tamper(relation, new Place(followers, "s1", 0), 7);
    tamper(relation, new Place(followers, "s3", 0), 0);
    tamper(relation, new Place(followers, "zz-nobody", 0), 1);
    MemberKey planted =
        followers == Side.SUBJECT
            ? new MemberKey("s9-planted", 0, "f0")
            : new MemberKey("f0", 0, "s9-planted");
    tamper(relation, new Membership(planted, true, kit().at(1)));

    for (int limit : List.of(1, 2, 3, 100)) {
      assertThat(inPages(kit().followers(), limit))
          .as("pages of %d", limit)
          .containsExactly(
              drift(kit().followers(), "s1", 7L, 3, Verdict.COUNT_DIFFERS),
              drift(kit().followers(), "s3", 0L, 2, Verdict.COUNT_DIFFERS),
              drift(kit().followers(), "s9-planted", null, 1, Verdict.COUNT_MISSING),
              drift(kit().followers(), "zz-nobody", 1L, 0, Verdict.COUNT_DIFFERS));
      assertThat(inPages(kit().following(), limit))
          .containsExactly(drift(kit().following(), "f0", 1L, 2, Verdict.COUNT_DIFFERS));
    }
    MemberAudit.Report report = kit().upkeep().audit(kit().followers()).run(2);
    assertThat(report.drifted()).isEqualTo(4);
    assertThat(report.drifts()).hasSize(2);
    assertThat(report.isClean()).isFalse();
  }

  private static MemberDrift drift(
      String counter, String subject, @Nullable Long count, long counted, Verdict verdict) {
    return new MemberDrift(counter, subject, null, count, counted, verdict);
  }

  @Test
  default void anAuditChangesNothing() {
    kit().like("p", "u1", 1);
    tamper(kit().likeRelation(), new Place(Side.SUBJECT, "p", 0), 5);
    MemberReadings.Decision before = kit().readings().countAndRecount(kit().likes(), "p", null);
    assertThat(before.agrees()).isFalse();
    assertThat(before.count()).isEqualTo(5);
    assertThat(before.counted()).isEqualTo(1);
    kit().upkeep().audit(kit().likes()).run(9);
    MemberReadings.Decision after = kit().readings().countAndRecount(kit().likes(), "p", null);
    assertThat(after.count()).isEqualTo(5);
    assertThat(after.counted()).isEqualTo(1);
  }

  @Test
  default void aCountThatIsWrongIsNotSealedAndASealThatWasChangedIsFound() {
    LocalDate day = LocalDate.of(2025, 7, 1);
    kit().view("p", "v", day.atTime(9, 0).atZone(MemberKit.ZONE).toInstant());
    Place place = new Place(Side.SUBJECT, "p", day.toEpochDay());
    tamper(kit().viewerRelation(), place, 3);
    assertThatThrownBy(
            () -> kit().upkeep().seal(kit().viewers(), day.plusDays(1), MemberKit.STEPS_MAX))
        .isInstanceOf(BrokenInvariantException.class)
        .hasMessageContaining("p");
    tamper(kit().viewerRelation(), place, 1);
    kit().upkeep().seal(kit().viewers(), day.plusDays(1), MemberKit.STEPS_MAX);
    kit().assertAuditsAreClean();
    tamper(kit().viewerRelation(), place, 2);
    assertThat(inPages(kit().viewers(), 10))
        .containsExactly(new MemberDrift(kit().viewers(), "p", day, 2L, 1, Verdict.SEAL_DIFFERS));
  }

  @Test
  default void aCountIsNotTakenBelowZeroButTheWorkStops() {
    kit().like("p", "u1", 1);
    tamper(kit().likeRelation(), new Place(Side.SUBJECT, "p", 0), 0);
    assertThatThrownBy(() -> kit().unlike("p", "u1", 2))
        .isInstanceOf(BrokenInvariantException.class);
    assertThat(kit().list(kit().likes(), "p", null)).containsExactly("u1");
  }
}
