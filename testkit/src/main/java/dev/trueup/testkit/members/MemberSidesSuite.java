package dev.trueup.testkit.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.members.MemberChange;
import dev.trueup.members.MemberReadings.Member;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A relation that is counted from both of its sides. */
public interface MemberSidesSuite extends MemberSuite {

  @Test
  default void aFollowCountsOnBothSides() {
    assertThat(kit().follow("b", "a", 1)).isEqualTo(APPLIED);
    assertThat(kit().followersOf("a")).isEqualTo(1);
    assertThat(kit().followingOf("b")).isEqualTo(1);
    assertThat(kit().followersOf("b")).isZero();
    assertThat(kit().followingOf("a")).isZero();
    assertThat(kit().unfollow("b", "a", 2)).isEqualTo(APPLIED);
    assertThat(kit().followersOf("a")).isZero();
    assertThat(kit().followingOf("b")).isZero();
  }

  @Test
  default void eitherSideMayBeToldAndItIsOneMembership() {
    Members members = kit().members();
    assertThat(members.add(kit().following(), "b", "a", kit().at(1)).kind()).isEqualTo(APPLIED);
    assertThat(members.add(kit().followers(), "a", "b", kit().at(1)).kind()).isEqualTo(DUPLICATE);
    assertThat(kit().readings().member(kit().followers(), "a", "b", null))
        .contains(new Member("b", kit().at(1)));
    assertThat(kit().readings().member(kit().following(), "b", "a", null))
        .contains(new Member("a", kit().at(1)));
    assertThat(kit().list(kit().following(), "b", null)).containsExactly("a");
    assertThat(kit().list(kit().followers(), "a", null)).containsExactly("b");
    assertThat(members.remove(kit().following(), "b", "a", kit().at(2)).kind()).isEqualTo(APPLIED);
    assertThat(kit().followersOf("a")).isZero();
  }

  @Test
  default void theCountThatIsToldIsTheOneOfTheSideThatWasAsked() {
    kit().follow("b", "a", 1);
    kit().follow("c", "a", 1);
    Outcome seenFromMember =
        kit()
            .members()
            .apply(List.of(MemberChange.add(kit().following(), "d", "a", kit().at(1))), true)
            .get(0);
    Outcome seenFromSubject =
        kit()
            .members()
            .apply(List.of(MemberChange.add(kit().followers(), "a", "e", kit().at(1))), true)
            .get(0);
    assertThat(Objects.requireNonNull(seenFromMember.reading()).value()).isEqualTo(1);
    assertThat(Objects.requireNonNull(seenFromMember.reading()).subject().key()).isEqualTo("d");
    assertThat(Objects.requireNonNull(seenFromSubject.reading()).value()).isEqualTo(4);
  }

  @Test
  default void followsInBothDirectionsAreTwoMemberships() {
    assertThat(kit().follow("a", "b", 1)).isEqualTo(APPLIED);
    assertThat(kit().follow("b", "a", 1)).isEqualTo(APPLIED);
    for (String one : List.of("a", "b")) {
      assertThat(kit().followersOf(one)).isEqualTo(1);
      assertThat(kit().followingOf(one)).isEqualTo(1);
    }
  }

  @Test
  default void aSubjectIsNoMemberOfItselfUnlessThatIsAllowed() {
    Outcome refused = kit().members().add(kit().followers(), "a", "a", kit().at(1));
    assertThat(refused.rejection()).isEqualTo(Rejection.SELF_MEMBER);
    assertThat(kit().members().add(kit().following(), "a", "a", kit().at(1)).rejection())
        .isEqualTo(Rejection.SELF_MEMBER);
    assertThat(kit().followersOf("a")).isZero();
    assertThat(kit().upkeep().audit(kit().followers()).run(1).examined()).isZero();

    Relation allowing = Relation.of(kit().named("mentions")).withSelfAllowed(true);
    kit().store().enable(allowing);
    Members members = new Members(Map.of(allowing, kit().store()), List.of());
    assertThat(members.add(allowing.name(), "a", "a", kit().at(1)).kind()).isEqualTo(APPLIED);
    assertThat(members.readings().count(allowing.name(), "a", null)).isEqualTo(1);
  }

  @Test
  default void aBatchOfFollowsKeepsBothSides() {
    List<MemberChange> batch =
        List.of(
            MemberChange.add(kit().followers(), "a", "b", kit().at(1)),
            MemberChange.add(kit().followers(), "b", "a", kit().at(1)),
            MemberChange.add(kit().followers(), "c", "c", kit().at(1)),
            MemberChange.add(kit().following(), "a", "c", kit().at(1)),
            MemberChange.remove(kit().following(), "b", "a", kit().at(2)));
    assertThat(kit().members().apply(batch, false))
        .extracting(Outcome::kind)
        .containsExactly(APPLIED, APPLIED, Outcome.Kind.REJECTED, APPLIED, APPLIED);
    assertThat(kit().followersOf("a")).isZero();
    assertThat(kit().followingOf("a")).isEqualTo(2);
    assertThat(kit().followersOf("b")).isEqualTo(1);
    assertThat(kit().followersOf("c")).isEqualTo(1);
    kit().assertAuditsAreClean();
  }
}
