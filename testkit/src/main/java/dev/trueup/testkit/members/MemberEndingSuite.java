package dev.trueup.testkit.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.COVERED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.BadRequestException;
import dev.trueup.members.MemberReadings.Member;
import dev.trueup.members.MemberUpkeep.Progress;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Subjects and members that are merged, removed everywhere, or forgotten. */
public interface MemberEndingSuite extends MemberSuite {

  @Test
  default void twoUsersThatAreMergedCountOnceWhereBothWere() {
    Relation relation =
        Relation.between(kit().named("post-likes"), kit().named("user-given"))
            .withSelfAllowed(true);
    kit().store().enable(relation);
    Members members = new Members(Map.of(relation, kit().store()), List.of());
    String likes = kit().named("post-likes");
    String given = kit().named("user-given");
    members.add(likes, "P", "u1", kit().at(1));
    members.add(likes, "P", "u2", kit().at(2));
    members.add(likes, "Q", "u2", kit().at(3));

    Progress progress = members.upkeep().mergeSubjects(given, "u2", "u1", MemberKit.STEPS_MAX);

    assertThat(progress).isEqualTo(new Progress(2, true));
    assertThat(members.readings().count(likes, "P", null)).isEqualTo(1);
    assertThat(members.readings().count(likes, "Q", null)).isEqualTo(1);
    assertThat(members.readings().count(given, "u1", null)).isEqualTo(2);
    assertThat(members.readings().count(given, "u2", null)).isZero();
    assertThat(members.upkeep().audit(likes).run(9).isClean()).isTrue();
    assertThat(members.upkeep().audit(given).run(9).isClean()).isTrue();
    assertThat(members.upkeep().mergeMembers(likes, "u2", "u1", MemberKit.STEPS_MAX))
        .isEqualTo(new Progress(0, true));
    assertThat(members.readings().count(given, "u1", null)).isEqualTo(2);
  }

  @Test
  default void whereBothKnewAMemberTheLaterOperationHolds() {
    kit().like("from", "in-later", 5);
    kit().unlike("into", "in-later", 4);
    kit().like("from", "out-later", 5);
    kit().like("into", "out-later", 1);
    kit().unlike("into", "out-later", 6);
    kit().unlike("from", "tombstone", 7);
    kit().like("into", "tombstone", 3);
    kit().like("into", "kept", 3);
    kit().unlike("from", "equal", 4);
    kit().like("into", "equal", 4);
    kit().upkeep().mergeSubjects(kit().likes(), "from", "into", MemberKit.STEPS_MAX);
    assertThat(kit().list(kit().likes(), "into", null)).containsExactly("in-later", "kept");
    assertThat(kit().likesOf("into")).isEqualTo(2);
    assertThat(kit().likesOf("from")).isZero();
    assertThat(kit().readings().member(kit().likes(), "into", "in-later", null))
        .contains(new Member("in-later", kit().at(5)));
    assertThat(kit().like("into", "tombstone", 6)).isEqualTo(COVERED);
  }

  @Test
  default void operationsOnAKeyThatWasMergedGoToItsSurvivor() {
    kit().like("P", "u2", 1);
    kit().upkeep().mergeMembers(kit().likes(), "u2", "u1", MemberKit.STEPS_MAX);
    assertThat(kit().like("P", "u2", 1)).isEqualTo(DUPLICATE);
    assertThat(kit().like("Q", "u2", 2)).isEqualTo(APPLIED);
    assertThat(kit().list(kit().likes(), "Q", null)).containsExactly("u1");
    kit().upkeep().mergeMembers(kit().likes(), "u1", "u0", MemberKit.STEPS_MAX);
    assertThat(kit().unlike("P", "u2", 3)).isEqualTo(APPLIED);
    assertThat(kit().unlike("Q", "u1", 4)).isEqualTo(APPLIED);
    assertThat(kit().likesOf("P") + kit().likesOf("Q")).isZero();
  }

  @Test
  default void mergesThatWouldMakeACircleOrTearASubjectApartAreRefused() {
    var upkeep = kit().upkeep();
    kit().like("a", "u", 1);
    upkeep.mergeSubjects(kit().likes(), "a", "b", MemberKit.STEPS_MAX);
    assertThatThrownBy(() -> upkeep.mergeSubjects(kit().likes(), "b", "a", 9))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> upkeep.mergeSubjects(kit().likes(), "a", "c", 9))
        .isInstanceOf(BadRequestException.class);
    upkeep.mergeSubjects(kit().likes(), "b", "c", MemberKit.STEPS_MAX);
    assertThat(upkeep.mergeSubjects(kit().likes(), "a", "c", 9).finished()).isTrue();
    assertThat(kit().likesOf("c")).isEqualTo(1);
  }

  @Test
  default void aMergeDropsTheFollowOfItself() {
    kit().follow("old", "me", 1);
    kit().follow("me", "old", 1);
    kit().follow("friend", "old", 1);
    kit().follow("friend", "me", 2);
    kit().follow("old", "friend", 1);
    kit().upkeep().mergeSubjects(kit().followers(), "old", "me", MemberKit.STEPS_MAX);
    kit().assertAuditsAreClean();
    kit().upkeep().mergeSubjects(kit().following(), "old", "me", MemberKit.STEPS_MAX);
    kit().assertAuditsAreClean();
    assertThat(kit().list(kit().followers(), "me", null)).containsExactly("friend");
    assertThat(kit().list(kit().following(), "me", null)).containsExactly("friend");
    assertThat(kit().followersOf("old") + kit().followingOf("old")).isZero();
    assertThat(kit().followersOf("friend")).isEqualTo(1);
    assertThat(kit().followingOf("friend")).isEqualTo(1);
    assertThat(kit().members().add(kit().followers(), "me", "old", kit().at(9)).rejection())
        .isEqualTo(Rejection.SELF_MEMBER);
  }

  @Test
  default void aMergeThatIsCutOffIsRightAtEveryStepAndGoesOn() {
    for (int user = 0; user < 9; user++) {
      kit().follow("f" + user, "old", user);
      if (user % 3 == 0) {
        kit().follow("f" + user, "me", 20);
      }
    }
    int calls = 0;
    while (!kit()
        .upkeep()
        .withStepRows(2)
        .mergeSubjects(kit().followers(), "old", "me", 1)
        .finished()) {
      kit().assertAuditsAreClean();
      kit().unfollow("f8", "old", 30);
      assertThat(calls++).isLessThan(50);
    }
    assertThat(calls).isGreaterThanOrEqualTo(4);
    assertThat(kit().followersOf("me")).isEqualTo(8);
    assertThat(kit().followersOf("old")).isZero();
    assertThat(kit().followingOf("f8")).isZero();
    assertThat(kit().followingOf("f3")).isEqualTo(1);
  }

  @Test
  default void anAccountThatIsDeletedIsCountedNowhere() {
    kit().follow("A", "B", 1);
    kit().follow("B", "A", 2);
    kit().follow("C", "A", 3);
    kit().upkeep().removeMember(kit().followers(), "B", kit().at(9), MemberKit.STEPS_MAX);
    kit().upkeep().removeSubject(kit().followers(), "B", kit().at(9), MemberKit.STEPS_MAX);
    assertThat(kit().followersOf("A")).isEqualTo(1);
    assertThat(kit().followingOf("A")).isZero();
    assertThat(kit().followingOf("C")).isEqualTo(1);
    assertThat(kit().followersOf("B") + kit().followingOf("B")).isZero();
    kit().assertAuditsAreClean();
  }

  @Test
  default void whatADeletedAccountDidBeforeIsCoveredWhenItComesLate() {
    kit().like("p", "u", 1);
    Progress progress =
        kit().upkeep().removeMember(kit().likes(), "u", kit().at(9), MemberKit.STEPS_MAX);
    assertThat(progress).isEqualTo(new Progress(1, true));
    assertThat(kit().like("p", "u", 1)).isEqualTo(COVERED);
    assertThat(kit().like("q", "u", 9)).isEqualTo(COVERED);
    assertThat(kit().unlike("q", "u", 8)).isEqualTo(DUPLICATE);
    assertThat(kit().likesOf("p") + kit().likesOf("q")).isZero();
    assertThat(kit().like("q", "u", 10)).isEqualTo(APPLIED);
    kit().upkeep().removeMember(kit().likes(), "u", kit().at(9), MemberKit.STEPS_MAX);
    kit().upkeep().removeMember(kit().likes(), "u", kit().at(5), MemberKit.STEPS_MAX);
    assertThat(kit().likesOf("q")).isEqualTo(1);
    assertThat(kit().like("p", "u", 7)).isEqualTo(COVERED);
  }

  @Test
  default void aSubjectThatIsRemovedLeavesTheOtherSidesRight() {
    for (int user = 0; user < 7; user++) {
      kit().follow("f" + user, "star", user);
      kit().follow("f" + user, "other", user);
    }
    int calls = 0;
    while (!kit()
        .upkeep()
        .withStepRows(3)
        .removeSubject(kit().followers(), "star", kit().at(5), 1)
        .finished()) {
      kit().assertAuditsAreClean();
      assertThat(calls++).isLessThan(50);
    }
    assertThat(calls).isEqualTo(2);
    assertThat(kit().list(kit().followers(), "star", null)).containsExactly("f6");
    assertThat(kit().followingOf("f1")).isEqualTo(1);
    assertThat(kit().followingOf("f6")).isEqualTo(2);
    assertThat(kit().followersOf("other")).isEqualTo(7);
    assertThat(kit().follow("late", "star", 5)).isEqualTo(COVERED);
  }

  @Test
  default void aRemovalOutlivesAMerge() {
    kit().like("P", "u2", 1);
    kit().upkeep().removeMember(kit().likes(), "u2", kit().at(5), MemberKit.STEPS_MAX);
    kit().upkeep().mergeMembers(kit().likes(), "u2", "u1", MemberKit.STEPS_MAX);
    assertThat(kit().like("P", "u2", 4)).isEqualTo(COVERED);
    assertThat(kit().like("P", "u1", 4)).isEqualTo(APPLIED);
    kit().upkeep().removeMember(kit().likes(), "u1", kit().at(7), MemberKit.STEPS_MAX);
    assertThat(kit().like("P", "u2", 6)).isEqualTo(COVERED);
    assertThat(kit().likesOf("P")).isZero();
  }

  @Test
  default void removalsThatAreForgottenMakeOldAdditionsTooOld() {
    kit().like("p", "stays", 1);
    kit().like("p", "gone", 1);
    kit().unlike("p", "gone", 2);
    kit().unlike("p", "gone-later", 50);
    kit().upkeep().removeMember(kit().likes(), "deleted", kit().at(3), MemberKit.STEPS_MAX);
    Progress progress =
        kit().upkeep().forgetRemovals(kit().likes(), kit().at(40), MemberKit.STEPS_MAX);
    assertThat(progress).isEqualTo(new Progress(1, true));
    for (String member : List.of("gone", "deleted", "never-heard-of")) {
      assertThat(kit().members().add(kit().likes(), "p", member, kit().at(1)).rejection())
          .as(member)
          .isEqualTo(Rejection.TOO_OLD);
    }
    assertThat(kit().unlike("p", "never-heard-of", 1)).isEqualTo(DUPLICATE);
    kit().upkeep().removeMember(kit().likes(), "deleted", kit().at(3), MemberKit.STEPS_MAX);
    assertThat(kit().unlike("p", "deleted", 20)).isEqualTo(DUPLICATE);
    assertThat(kit().members().add(kit().likes(), "p", "deleted", kit().at(10)).rejection())
        .isEqualTo(Rejection.TOO_OLD);
    assertThat(kit().like("p", "stays", 1)).isEqualTo(DUPLICATE);
    assertThat(kit().unlike("p", "stays", 5)).isEqualTo(APPLIED);
    assertThat(kit().like("p", "gone-later", 45)).isEqualTo(COVERED);
    assertThat(kit().like("p", "gone", 41)).isEqualTo(APPLIED);
    kit().upkeep().forgetRemovals(kit().likes(), kit().at(1), MemberKit.STEPS_MAX);
    assertThat(kit().members().add(kit().likes(), "q", "u", kit().at(39)).rejection())
        .isEqualTo(Rejection.TOO_OLD);
    kit().assertAuditsAreClean();
  }
}
