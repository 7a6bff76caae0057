package dev.trueup.jdbc.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.COVERED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BrokenInvariantException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.members.MemberDrift;
import dev.trueup.members.MemberUpkeep;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Relations that went wrong in the field, each with the counts that are right. */
class MemberFieldCasesTest {
  private static final int ALL = 1_000;

  /** One database with follows and likes; likes are given by users to posts. */
  private record Field(TestDatabase server, Database database, Members members)
      implements AutoCloseable {
    static Field open(DatabaseKind kind) {
      TestDatabase server = Servers.of(kind).newDatabase();
      Database database = OnEveryDatabase.openStore(server);
      JdbcMemberStore store = new JdbcMemberStore(database);
      Relation follows = Relation.between("user.followers", "user.following");
      Relation likes = Relation.between("post.likes", "user.given").withSelfAllowed(true);
      store.enable(follows);
      store.enable(likes);
      return new Field(
          server, database, new Members(Map.of(follows, store, likes, store), List.of()));
    }

    static Instant at(int second) {
      return Instant.parse("2026-01-01T00:00:00Z").plusSeconds(second);
    }

    void follow(String who, String whom, int second) {
      assertThat(members.add("user.followers", whom, who, at(second)).kind()).isEqualTo(APPLIED);
    }

    long count(String counter, String subject) {
      return members.readings().count(counter, subject, null);
    }

    @Override
    public void close() {
      for (String counter :
          List.of("user.followers", "user.following", "post.likes", "user.given")) {
        assertThat(members.upkeep().audit(counter).run(9).drifts()).as(counter).isEmpty();
      }
      database.close();
      server.close();
    }
  }

  /** misskey-dev/misskey#17206: totals of others went on counting an account that was deleted. */
  @ParameterizedTest
  @EnumSource
  void case19ADeletedAccountIsTakenOutOfTheTotalsOfOthers(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      field.follow("A", "B", 1);
      field.follow("B", "A", 2);
      field.follow("C", "A", 3);
      MemberUpkeep upkeep = field.members().upkeep();
      upkeep.removeSubject("user.followers", "B", Field.at(4), ALL);
      upkeep.removeSubject("user.following", "B", Field.at(4), ALL);
      assertThat(field.count("user.followers", "A")).isEqualTo(1);
      assertThat(field.count("user.following", "A")).isZero();
      assertThat(field.count("user.following", "C")).isEqualTo(1);
    }
  }

  /** misskey-dev/misskey#8552: a lost increment, then an unfollow, and the total was -1. */
  @ParameterizedTest
  @EnumSource
  void case20ALostIncrementIsDriftThatIsReportedAndNoTotalGoesBelowZero(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      field.follow("B", "A", 1);
      setFollowersOfA(field, 0);
      assertThat(field.members().upkeep().audit("user.followers").run(9).drifts())
          .containsExactly(
              new MemberDrift(
                  "user.followers", "A", null, 0L, 1, MemberDrift.Verdict.COUNT_DIFFERS));
      assertThatThrownBy(() -> field.members().remove("user.followers", "A", "B", Field.at(2)))
          .isInstanceOf(BrokenInvariantException.class)
          .hasMessageContaining("audit");
      assertThat(field.count("user.followers", "A")).isZero();
      setFollowersOfA(field, 1);
      assertThat(field.members().remove("user.followers", "A", "B", Field.at(2)).kind())
          .isEqualTo(APPLIED);
      assertThat(field.members().remove("user.followers", "A", "B", Field.at(3)).kind())
          .isEqualTo(DUPLICATE);
      assertThat(field.count("user.followers", "A")).isZero();
    }
  }

  /** Side 0 is the counter whose name comes first. */
  private static void setFollowersOfA(Field field, int members) {
    field
        .server()
        .execute(
            "UPDATE trueup_member_tally SET members = "
                + members
                + " WHERE side = 0 AND subject = 'A'");
  }

  /** mastodon/mastodon#9437: jobs on the same accounts in opposite order blocked each other. */
  @ParameterizedTest
  @EnumSource
  void case22FollowsInOppositeDirectionsBothCount(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      field.follow("A", "B", 1);
      field.follow("B", "A", 2);
      for (String counter : List.of("user.followers", "user.following")) {
        assertThat(field.count(counter, "A")).isEqualTo(1);
        assertThat(field.count(counter, "B")).isEqualTo(1);
      }
    }
  }

  /** fedify-dev/fedify#536: a delete overtook its create, which then lived for ever. */
  @ParameterizedTest
  @EnumSource
  void case30ARemovalThatOvertookItsAdditionHolds(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      Members members = field.members();
      assertThat(members.remove("post.likes", "P", "a", Field.at(2)).kind()).isEqualTo(DUPLICATE);
      assertThat(members.add("post.likes", "P", "a", Field.at(1)).kind()).isEqualTo(COVERED);
      assertThat(members.add("post.likes", "P", "a", Field.at(1)).kind()).isEqualTo(COVERED);
      assertThat(field.count("post.likes", "P")).isZero();
    }
  }

  /** AOSSIE-Org/DebateAI#475: repeated unlikes subtracted each time. */
  @ParameterizedTest
  @EnumSource
  void case36ADoubleToggleCountsWhatIsLeft(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      Members members = field.members();
      members.add("post.likes", "P", "u1", Field.at(1));
      members.remove("post.likes", "P", "u1", Field.at(2));
      members.remove("post.likes", "P", "u1", Field.at(3));
      members.add("post.likes", "P", "u1", Field.at(4));
      assertThat(field.count("post.likes", "P")).isEqualTo(1);
      assertThat(field.count("user.given", "u1")).isEqualTo(1);
    }
  }

  /** mybbgroup/Thank-you-like-system#147: two merged accounts had rated the same twice. */
  @ParameterizedTest
  @EnumSource
  void case38MergedUsersCountOnceWhereBothHadLiked(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      Members members = field.members();
      members.add("post.likes", "P", "u1", Field.at(1));
      members.add("post.likes", "P", "u2", Field.at(2));
      members.add("post.likes", "Q", "u2", Field.at(3));
      members.upkeep().mergeSubjects("user.given", "u2", "u1", ALL);
      assertThat(field.count("post.likes", "P")).isEqualTo(1);
      assertThat(field.count("post.likes", "Q")).isEqualTo(1);
      assertThat(field.count("user.given", "u1")).isEqualTo(2);
      assertThat(field.count("user.given", "u2")).isZero();
    }
  }
}
