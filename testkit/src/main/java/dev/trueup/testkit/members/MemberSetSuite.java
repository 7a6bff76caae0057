package dev.trueup.testkit.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.COVERED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.error.BadRequestException;
import dev.trueup.members.MemberChange;
import dev.trueup.members.MemberKey;
import dev.trueup.members.MemberReadings.Member;
import dev.trueup.members.Members;
import dev.trueup.members.Membership;
import dev.trueup.members.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A set: in or out, the latest operation decides, order and repetition do not matter. */
public interface MemberSetSuite extends MemberSuite {

  @Test
  default void addingTwiceCountsOnce() {
    assertThat(kit().like("p", "u1", 1)).isEqualTo(APPLIED);
    assertThat(kit().like("p", "u1", 2)).isEqualTo(DUPLICATE);
    assertThat(kit().like("p", "u1", 1)).isEqualTo(DUPLICATE);
    assertThat(kit().likesOf("p")).isEqualTo(1);
  }

  @Test
  default void removingWhatIsNotThereCountsNothing() {
    assertThat(kit().unlike("p", "u1", 1)).isEqualTo(DUPLICATE);
    assertThat(kit().likesOf("p")).isZero();
    assertThat(kit().like("p", "u1", 2)).isEqualTo(APPLIED);
    assertThat(kit().unlike("p", "u2", 3)).isEqualTo(DUPLICATE);
    assertThat(kit().likesOf("p")).isEqualTo(1);
  }

  @Test
  default void aDoubleToggleEndsWhereTheUserLeftIt() {
    assertThat(kit().like("p", "u1", 1)).isEqualTo(APPLIED);
    assertThat(kit().unlike("p", "u1", 2)).isEqualTo(APPLIED);
    assertThat(kit().unlike("p", "u1", 3)).isEqualTo(DUPLICATE);
    assertThat(kit().like("p", "u1", 4)).isEqualTo(APPLIED);
    assertThat(kit().likesOf("p")).isEqualTo(1);
  }

  @Test
  default void aRemovalThatOvertakesItsAdditionHolds() {
    assertThat(kit().unlike("p", "u1", 2)).isEqualTo(DUPLICATE);
    assertThat(kit().like("p", "u1", 1)).isEqualTo(COVERED);
    assertThat(kit().like("p", "u1", 1)).isEqualTo(COVERED);
    assertThat(kit().likesOf("p")).isZero();
  }

  @Test
  default void atEqualTimesTheRemovalHolds() {
    assertThat(kit().like("p", "u1", 5)).isEqualTo(APPLIED);
    assertThat(kit().unlike("p", "u1", 5)).isEqualTo(APPLIED);
    assertThat(kit().like("p", "u1", 5)).isEqualTo(COVERED);
    assertThat(kit().likesOf("p")).isZero();
  }

  @Test
  default void aMicrosecondDecides() {
    Members members = kit().members();
    members.add(kit().likes(), "p", "u1", kit().at(5).plusNanos(1_000));
    assertThat(members.remove(kit().likes(), "p", "u1", kit().at(5)).kind()).isEqualTo(COVERED);
    assertThat(members.remove(kit().likes(), "p", "u1", kit().at(5).plusNanos(1_999)).kind())
        .isEqualTo(APPLIED);
  }

  @Test
  default void anAdditionSentAgainWithALaterTimeMovesTheTime() {
    kit().like("p", "u1", 1);
    kit().like("p", "u1", 5);
    assertThat(kit().unlike("p", "u1", 3)).isEqualTo(COVERED);
    assertThat(kit().readings().member(kit().likes(), "p", "u1", null))
        .contains(new Member("u1", kit().at(5)));
    assertThat(kit().likesOf("p")).isEqualTo(1);
  }

  @Test
  default void aRemovalSentAgainWithALaterTimeMovesTheTime() {
    kit().like("p", "u1", 1);
    kit().unlike("p", "u1", 3);
    kit().unlike("p", "u1", 7);
    assertThat(kit().like("p", "u1", 5)).isEqualTo(COVERED);
    assertThat(kit().likesOf("p")).isZero();
  }

  @Test
  default void theEndDependsNeitherOnOrderNorOnRepetition() {
    Random random = new Random(20_300_101);
    for (int round = 0; round < 12; round++) {
      String subject = "round-" + round;
      List<MemberChange> sent = new ArrayList<>();
      boolean inAtTheEnd = false;
      for (int second = 1; second <= 4; second++) {
        inAtTheEnd = random.nextBoolean();
        sent.add(
            inAtTheEnd
                ? MemberChange.add(kit().likes(), subject, "u", kit().at(second))
                : MemberChange.remove(kit().likes(), subject, "u", kit().at(second)));
      }
      sent.addAll(List.copyOf(sent.subList(1, 4)));
      Collections.shuffle(sent, random);
      if (round % 2 == 0) {
        kit().members().apply(sent, false);
      } else {
        sent.forEach(change -> kit().members().apply(List.of(change), false));
      }
      assertThat(kit().likesOf(subject)).as("%s", sent).isEqualTo(inAtTheEnd ? 1 : 0);
    }
  }

  @Test
  default void theCountRightAfterOnesOwnOperationIsTold() {
    List<MemberChange> batch = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      batch.add(MemberChange.add(kit().likes(), "p", "u" + i % 3, kit().at(i)));
    }
    batch.add(MemberChange.remove(kit().likes(), "p", "u0", kit().at(9)));
    List<Outcome> outcomes = kit().members().apply(batch, true);
    assertThat(outcomes)
        .extracting(Outcome::kind)
        .containsExactly(APPLIED, APPLIED, APPLIED, DUPLICATE, DUPLICATE, APPLIED);
    assertThat(outcomes)
        .extracting(Outcome::reading)
        .filteredOn(Objects::nonNull)
        .extracting(reading -> reading == null ? -1 : reading.value())
        .containsExactly(1L, 2L, 3L, 2L);
    Reading last = outcomes.get(5).reading();
    assertThat(last).isNotNull();
    assertThat(Objects.requireNonNull(last).counter()).isEqualTo(kit().likes());
  }

  @Test
  default void aLargeBatchIsAnsweredInOrder() {
    List<MemberChange> batch = new ArrayList<>();
    for (int i = 0; i < 1_100; i++) {
      batch.add(MemberChange.add(kit().likes(), "p" + i % 7, "u" + i % 550, kit().at(1)));
    }
    List<Outcome> outcomes = kit().members().apply(batch, false);
    assertThat(outcomes).hasSize(1_100);
    long total = 0;
    for (int subject = 0; subject < 7; subject++) {
      total += kit().likesOf("p" + subject);
    }
    assertThat(outcomes.stream().filter(outcome -> outcome.kind() == APPLIED).count())
        .isEqualTo(total);
  }

  @Test
  default void aStepThatFailsLeavesNothing() {
    kit().like("p", "u1", 1);
    String before = everything();
    assertThatThrownBy(
            () ->
                kit()
                    .store()
                    .<Boolean>write(
                        kit().likeRelation(),
                        "fail half way",
                        rows -> {
                          rows.putMemberships(
                              List.of(
                                  new Membership(new MemberKey("p", 0, "u2"), true, kit().at(2))));
                          throw new IllegalStateException("half way");
                        }))
        .hasMessage("half way");
    assertThat(everything()).isEqualTo(before);
  }

  private String everything() {
    return kit().likesOf("p") + " " + kit().list(kit().likes(), "p", null);
  }

  @Test
  default void anAnswerThatIsLostIsUnknownAndTheRetryIsSafe() {
    Members losing = kit().on(new LosingMemberStore(anotherStore(), () -> true));
    assertThat(losing.add(kit().likes(), "p", "u1", kit().at(1)).kind())
        .isEqualTo(Outcome.Kind.UNKNOWN);
    // The first try found that counts had to be made; its answer was lost before it wrote.
    assertThat(losing.add(kit().likes(), "p", "u1", kit().at(1)).kind())
        .isEqualTo(Outcome.Kind.UNKNOWN);
    kit().like("p", "u1", 1);
    assertThat(losing.add(kit().likes(), "p", "u2", kit().at(1)).kind())
        .isEqualTo(Outcome.Kind.UNKNOWN);
    assertThat(kit().like("p", "u2", 1)).isEqualTo(DUPLICATE);
    assertThat(kit().likesOf("p")).isEqualTo(2);
  }

  @Test
  default void enablingAgainKeepsTheMembersAndAnotherMeaningIsRefused() {
    kit().like("p", "u1", 1);
    anotherStore().enable(kit().likeRelation());
    assertThat(kit().likesOf("p")).isEqualTo(1);
    for (Relation other :
        List.of(
            Relation.between(kit().likes(), kit().named("zz")),
            Relation.between(kit().named("aa"), kit().likes()),
            Relation.perDay(kit().likes(), MemberKit.ZONE),
            Relation.of(kit().following()))) {
      assertThatThrownBy(() -> kit().store().enable(other))
          .as("%s", other)
          .isInstanceOf(BadRequestException.class);
    }
  }

  @Test
  default void twoCountersDoNotMix() {
    Relation other = Relation.of(kit().named("claps"));
    kit().store().enable(other);
    Members both =
        new Members(Map.of(kit().likeRelation(), kit().store(), other, kit().store()), List.of());
    both.add(kit().likes(), "p", "u1", kit().at(1));
    assertThat(both.readings().count(other.name(), "p", null)).isZero();
    assertThat(both.readings().member(other.name(), "p", "u1", null)).isEmpty();
  }
}
