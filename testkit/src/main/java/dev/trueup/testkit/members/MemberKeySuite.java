package dev.trueup.testkit.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.BadRequestException;
import dev.trueup.members.MemberChange;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys are compared byte for byte; what cannot be kept is refused by name, and writes nothing. */
public interface MemberKeySuite extends MemberSuite {

  @Test
  default void keysThatLookAlikeAreDifferent() {
    List<String> alike = List.of("a", "A", "a ", " a", "ä", "a\u0308", "ａ", "0", "00", "ı", "i");
    for (String member : alike) {
      assertThat(kit().like("p", member, 1)).as(member).isEqualTo(APPLIED);
    }
    assertThat(kit().likesOf("p")).isEqualTo(alike.size());
    for (String subject : alike) {
      assertThat(kit().like(subject, "u", 1)).as(subject).isEqualTo(APPLIED);
      assertThat(kit().likesOf(subject)).isEqualTo(1);
    }
  }

  @Test
  default void membersAreListedByTheirBytesAndPagesMeet() {
    List<String> byBytes = List.of("A", "Z", "a", "aa", "b", "ä", "中", "\uFFFD", "😀");
    byBytes.stream().sorted(Comparator.reverseOrder()).forEach(m -> kit().like("p", m, 1));
    kit().like("q", "other", 1);
    kit().unlike("p", "gone", 2);
    assertThat(kit().list(kit().likes(), "p", null)).isEqualTo(byBytes);
  }

  @Test
  default void theLongestKeysFit() {
    String longest = "😀".repeat(128);
    assertThat(kit().like(longest, "u", 1)).isEqualTo(APPLIED);
    assertThat(kit().like("p", longest, 1)).isEqualTo(APPLIED);
    assertThat(kit().follow(longest, longest.substring(2) + "abcd", 1)).isEqualTo(APPLIED);
    assertThat(kit().followingOf(longest)).isEqualTo(1);
  }

  @Test
  default void whatCannotBeKeptIsRefusedByNameAndNothingIsWritten() {
    Map<MemberChange, Rejection> refusals = new LinkedHashMap<>();
    Instant at = kit().at(1);
    String likes = kit().likes();
    refusals.put(MemberChange.add("no.such", "p", "u", at), Rejection.UNKNOWN_COUNTER);
    refusals.put(MemberChange.add("post.comments", "p", "u", at), Rejection.WRONG_KIND);
    refusals.put(MemberChange.add(likes, "p", "", at), Rejection.INVALID_MEMBER);
    refusals.put(MemberChange.add(likes, "p", "u\0", at), Rejection.INVALID_MEMBER);
    refusals.put(MemberChange.add(likes, "p", "\uD83D", at), Rejection.INVALID_MEMBER);
    refusals.put(MemberChange.add(likes, "p", "u".repeat(513), at), Rejection.INVALID_MEMBER);
    refusals.put(MemberChange.remove(likes, "p", "ä".repeat(257), at), Rejection.INVALID_MEMBER);
    refusals.put(MemberChange.add(likes, "", "u", at), Rejection.INVALID_SUBJECT);
    refusals.put(MemberChange.add(likes, "p\uDE00", "u", at), Rejection.INVALID_SUBJECT);
    refusals.put(MemberChange.add(likes, "p".repeat(513), "u", at), Rejection.INVALID_SUBJECT);
    refusals.put(MemberChange.remove(likes, "中".repeat(171), "u", at), Rejection.INVALID_SUBJECT);
    refusals.put(MemberChange.add(likes, "p", "u", Instant.MAX), Rejection.INVALID_TIME);
    refusals.put(MemberChange.add(likes, "p", "u", Instant.MIN), Rejection.INVALID_TIME);
    refusals.put(MemberChange.add(likes, "p", "u", kit().at(7_200)), Rejection.IN_THE_FUTURE);
    refusals.put(MemberChange.remove(likes, "p", "u", kit().at(7_200)), Rejection.IN_THE_FUTURE);
    refusals.put(
        MemberChange.add(likes, "p", "u", at).on(LocalDate.of(2026, 1, 1)), Rejection.INVALID_TIME);
    refusals.put(
        MemberChange.add(kit().viewers(), "p", "u", at).on(LocalDate.of(1999, 1, 1)),
        Rejection.INVALID_TIME);
    refusals.put(MemberChange.add(likes, "p", "p", at), Rejection.SELF_MEMBER);
    refusals.forEach(
        (change, rejection) -> {
          Outcome outcome = kit().members().apply(List.of(change), true).get(0);
          assertThat(outcome.kind()).as("%s", change).isEqualTo(Outcome.Kind.REJECTED);
          assertThat(outcome.rejection()).as("%s", change).isEqualTo(rejection);
          assertThat(outcome.message()).as("%s", change).isNotBlank();
        });
    assertThat(kit().likesOf("p")).isZero();
    for (String counter : List.of(likes, kit().viewers())) {
      assertThat(kit().upkeep().audit(counter).run(1).examined()).as(counter).isZero();
    }
  }

  @Test
  default void aRefusalDoesNotKeepTheRestOfItsBatchOut() {
    List<Outcome> outcomes =
        kit()
            .members()
            .apply(
                List.of(
                    MemberChange.add(kit().likes(), "p", "", kit().at(1)),
                    MemberChange.add(kit().likes(), "p", "u", kit().at(1)),
                    MemberChange.add("no.such", "p", "u", kit().at(1)),
                    MemberChange.add(kit().followers(), "p", "u", kit().at(1))),
                false);
    assertThat(outcomes)
        .extracting(Outcome::kind)
        .containsExactly(Outcome.Kind.REJECTED, APPLIED, Outcome.Kind.REJECTED, APPLIED);
    assertThat(kit().likesOf("p")).isEqualTo(1);
    assertThat(kit().followersOf("p")).isEqualTo(1);
  }

  @Test
  default void aReadingOfWhatCannotBeIsRefused() {
    var readings = kit().readings();
    LocalDate day = LocalDate.of(2026, 1, 1);
    List<Runnable> calls =
        List.of(
            () -> readings.count("no.such", "p", null),
            () -> readings.count("post.comments", "p", null),
            () -> readings.count(kit().likes(), "", null),
            () -> readings.count(kit().likes(), "p", day),
            () -> readings.count(kit().viewers(), "p", null),
            () -> readings.member(kit().likes(), "p", "\uD83D", null),
            () -> readings.members(kit().likes(), "p", null, null, 0),
            () -> readings.members(kit().likes(), "p", null, null, 1_001),
            () -> kit().upkeep().seal(kit().likes(), day, 1),
            () -> kit().upkeep().mergeSubjects(kit().likes(), "p", "p", 1),
            () -> kit().upkeep().removeMember(kit().likes(), "u", kit().at(7_200), 1),
            () -> kit().upkeep().removeMember(kit().likes(), "u", Instant.MAX, 1));
    for (int i = 0; i < calls.size(); i++) {
      assertThatThrownBy(calls.get(i)::run)
          .as("call %d", i)
          .isInstanceOf(BadRequestException.class);
    }
  }
}
