package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Verdict;
import dev.trueup.error.BadRequestException;
import dev.trueup.members.Members;
import dev.trueup.testkit.servers.DatabaseKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counters of members, from trueup.yaml to an audit of them. */
class MembersOfAConfigurationTest {
  private static final Instant AT = Instant.parse("2026-01-01T15:30:00Z");
  private static final LocalDate DAY_IN_SEOUL = LocalDate.of(2026, 1, 2);
  private static final String LINES =
      """
        user.followers: { kind: members, other-side: user.following }
        page.daily-viewers: { kind: members, per: day, zone: Asia/Seoul }
        post.likes: { kind: members, self-membership: true }
      """;

  private static Trueup open(Forum forum, String lines) {
    TrueupConfig config =
        TrueupConfig.parse(forum.yaml() + lines, forum.file(), name -> forum.password());
    return Trueup.open(config, TrueupOptions.standard().withoutSchedule());
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void whatTheFileSaysOfMembersIsWhatTheirCallsDo(DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = open(forum, LINES)) {
      Members members = trueup.members();
      assertThat(members.add("user.followers", "A", "B", AT).kind())
          .isEqualTo(Outcome.Kind.APPLIED);
      assertThat(members.readings().count("user.followers", "A", null)).isEqualTo(1);
      assertThat(members.readings().count("user.following", "B", null)).isEqualTo(1);
      assertThat(members.add("user.followers", "A", "A", AT).rejection())
          .isEqualTo(Rejection.SELF_MEMBER);
      assertThat(members.add("post.likes", "7", "7", AT).kind()).isEqualTo(Outcome.Kind.APPLIED);
      members.add("page.daily-viewers", "p", "v", AT);
      assertThat(members.readings().count("page.daily-viewers", "p", DAY_IN_SEOUL)).isEqualTo(1);
      assertThat(trueup.members()).isSameAs(members);
    }
  }

  @Test
  void aCallOfAnotherKindIsRefusedByName(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder);
        Trueup trueup = open(forum, LINES)) {
      Outcome change =
          trueup.counters().apply(Change.added("user.following", "A").fact("f").at(AT));
      assertThat(change.rejection()).isEqualTo(Rejection.WRONG_KIND);
      assertThat(change.message()).contains("user.following");
      Outcome addition = trueup.members().add("post.comments", "A", "B", AT);
      assertThat(addition.rejection()).isEqualTo(Rejection.WRONG_KIND);
      assertThat(addition.message()).contains("post.comments");
      assertThat(trueup.members().add("post.comment", "A", "B", AT).rejection())
          .isEqualTo(Rejection.UNKNOWN_COUNTER);
      assertThatThrownBy(() -> trueup.members().readings().count("post.comments", "A", null))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("post.comments is not of kind members");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditProvesTheCountsAndNamesTheOneThatSomebodyChanged(
      DatabaseKind kind, @TempDir Path folder) {
    try (Forum forum = new Forum(kind, folder);
        Trueup trueup = open(forum, LINES)) {
      for (String follower : List.of("B", "C", "D")) {
        trueup.members().add("user.followers", "A", follower, AT);
      }
      trueup.members().add("page.daily-viewers", "p", "v", AT);
      List<String> names = List.of("user.followers", "user.following", "page.daily-viewers");
      assertThat(trueup.audit(names, RunOptions.DEFAULT).counters())
          .extracting(CounterReport::counter, CounterReport::subjects, CounterReport::drifted)
          .containsExactly(
              tuple("user.followers", 1L, 0L),
              tuple("user.following", 3L, 0L),
              tuple("page.daily-viewers", 1L, 0L));

      forum.execute(
          "UPDATE trueup_member_tally SET members = 5 WHERE side = 0 AND subject = 'A'",
          "DELETE FROM trueup_member_tally WHERE subject = 'p'");

      List<CounterReport> wrong = trueup.repair(names, RunOptions.DEFAULT).counters();
      assertThat(wrong.get(0).drifts())
          .extracting(one -> one.subject().key(), SubjectReport::verdict, SubjectReport::stored)
          .containsExactly(tuple("A", Verdict.DRIFT, "5"));
      assertThat(wrong.get(0).net()).isEqualByComparingTo("2");
      assertThat(wrong.get(0).corrected()).isZero();
      assertThat(wrong.get(0).notes()).anyMatch(note -> note.contains("not repaired here"));
      assertThat(wrong.get(1).drifted()).isZero();
      assertThat(wrong.get(2).drifts())
          .extracting(SubjectReport::day, SubjectReport::verdict)
          .containsExactly(tuple(DAY_IN_SEOUL, Verdict.MISSING));
      assertThat(wrong.get(2).net()).isEqualByComparingTo("-1");
    }
  }

  @Test
  void daysThatTheConfigurationNoLongerKeepsOpenAreSealedInTheBackground(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder)) {
      try (Trueup trueup = open(forum, LINES)) {
        trueup.members().add("page.daily-viewers", "p", "v", AT);
      }
      String lines = LINES.replace("zone: Asia/Seoul", "zone: Asia/Seoul, retention: 1h");
      TrueupConfig config =
          TrueupConfig.parse(forum.yaml() + lines, forum.file(), name -> forum.password());
      try (Trueup trueup = Trueup.open(config)) {
        Members members = trueup.members();
        Instant end = Instant.now().plusSeconds(60);
        SystemWaiter waiter = new SystemWaiter();
        while (members.add("page.daily-viewers", "p", "v", AT).rejection() != Rejection.TOO_OLD) {
          assertThat(Instant.now()).as("waited for too long").isBefore(end);
          waiter.waitFor(Duration.ofMillis(50));
        }
        assertThat(members.readings().count("page.daily-viewers", "p", DAY_IN_SEOUL)).isEqualTo(1);
      }
    }
  }

  @Test
  void membersThatNobodyUsedAreLeftOutOfARunOverAllAndRefusedByName(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder);
        Trueup trueup = open(forum, LINES)) {
      assertThatThrownBy(() -> trueup.audit(List.of("user.followers"), RunOptions.DEFAULT))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("user.followers is of kind members and has none yet");
      trueup.counters();
      RunReport all = trueup.audit(List.of(), RunOptions.DEFAULT);
      assertThat(all.counters()).extracting(CounterReport::kind).containsExactly("rows");
      assertThat(all.notes()).hasSize(4).allMatch(note -> note.contains("has none yet"));
      assertThat(trueup.members().readings().count("post.likes", "7", null)).isZero();
      assertThat(trueup.audit(List.of(), RunOptions.DEFAULT).counters())
          .extracting(CounterReport::kind)
          .containsExactly("rows", "members", "members", "members", "members");
    }
  }

  @Test
  void aStoreThatKnowsTheCounterWithAnotherMeaningIsRefused(@TempDir Path folder) {
    try (Forum forum = new Forum(DatabaseKind.SQLITE, folder)) {
      try (Trueup trueup = open(forum, LINES)) {
        trueup.members().add("page.daily-viewers", "p", "v", AT);
      }
      try (Trueup trueup = open(forum, LINES.replace("Asia/Seoul", "Europe/Paris"))) {
        assertThatThrownBy(trueup::members)
            .isInstanceOf(BadRequestException.class)
            .hasMessageContaining("per day of Asia/Seoul");
        assertThatThrownBy(() -> trueup.audit(List.of("page.daily-viewers"), RunOptions.DEFAULT))
            .isInstanceOf(BadRequestException.class)
            .hasMessageContaining("per day of Asia/Seoul");
      }
    }
  }
}
