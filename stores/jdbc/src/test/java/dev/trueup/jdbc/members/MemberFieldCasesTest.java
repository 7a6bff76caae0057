package dev.trueup.jdbc.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.COVERED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.members.MemberChange;
import dev.trueup.members.MemberDrift;
import dev.trueup.members.MemberUpkeep;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Relations that went wrong in the field, each with the counts that are right. */
class MemberFieldCasesTest {
  private static final int ALL = 1_000;

  /** One database with follows and likes; likes are given by users to posts. */
  private record Field(
      TestDatabase server, Database database, JdbcMemberStore store, Members members)
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
          server, database, store, new Members(Map.of(follows, store, likes, store), List.of()));
    }

    /** Another relation in the same database. */
    Members with(Relation relation) {
      store.enable(relation);
      return new Members(Map.of(relation, store), List.of());
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

  /** How the operations of a case arrive; each way has keys of its own. */
  private enum Way {
    IN_ORDER,
    DOUBLED,
    BACKWARDS,
    SHUFFLED;

    List<MemberChange> arranged(List<MemberChange> sent) {
      List<MemberChange> arranged = new ArrayList<>(sent);
      if (this != IN_ORDER) {
        arranged.addAll(sent);
      }
      if (this == BACKWARDS) {
        Collections.reverse(arranged);
      } else if (this == SHUFFLED) {
        Collections.shuffle(arranged, new Random(20_300_101));
      }
      return arranged;
    }

    String key(String key) {
      return name() + "-" + key;
    }

    MemberChange follow(String who, String whom, int second) {
      return MemberChange.add("user.followers", key(whom), key(who), Field.at(second));
    }

    MemberChange like(String who, String what, int second) {
      return MemberChange.add("post.likes", key(what), key(who), Field.at(second));
    }

    MemberChange unlike(String who, String what, int second) {
      return MemberChange.remove("post.likes", key(what), key(who), Field.at(second));
    }

    void send(Field field, List<MemberChange> changes) {
      for (MemberChange change : arranged(changes)) {
        assertThat(field.members().apply(List.of(change), false).get(0).kind())
            .as("%s %s", this, change)
            .isIn(APPLIED, DUPLICATE, COVERED);
      }
    }

    long count(Field field, String counter, String key) {
      return field.count(counter, key(key));
    }
  }

  /** misskey-dev/misskey#17206: totals of others went on counting an account that was deleted. */
  @ParameterizedTest
  @EnumSource
  void case19ADeletedAccountIsTakenOutOfTheTotalsOfOthers(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      for (Way way : Way.values()) {
        List<MemberChange> follows =
            List.of(way.follow("A", "B", 1), way.follow("B", "A", 2), way.follow("C", "A", 3));
        way.send(field, follows);
        MemberUpkeep upkeep = field.members().upkeep();
        upkeep.removeSubject("user.followers", way.key("B"), Field.at(4), ALL);
        upkeep.removeSubject("user.following", way.key("B"), Field.at(4), ALL);
        for (int time = 0; time < 2; time++) {
          assertThat(way.count(field, "user.followers", "A")).isEqualTo(1);
          assertThat(way.count(field, "user.following", "A")).isZero();
          assertThat(way.count(field, "user.following", "C")).isEqualTo(1);
          // What is sent again after the account was deleted brings nothing back.
          way.send(field, follows);
        }
      }
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
      for (Way way : Way.values()) {
        way.send(field, List.of(way.follow("A", "B", 1), way.follow("B", "A", 2)));
        for (String counter : List.of("user.followers", "user.following")) {
          assertThat(way.count(field, counter, "A")).isEqualTo(1);
          assertThat(way.count(field, counter, "B")).isEqualTo(1);
        }
      }
    }
  }

  /** fedify-dev/fedify#536: a delete overtook its create, which then lived for ever. */
  @ParameterizedTest
  @EnumSource
  void case30ARemovalThatOvertookItsAdditionHolds(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      for (Way way : Way.values()) {
        way.send(
            field, List.of(way.unlike("a", "P", 2), way.like("a", "P", 1), way.like("a", "P", 1)));
        assertThat(way.count(field, "post.likes", "P")).as("%s", way).isZero();
      }
    }
  }

  /** ForumMagnum/ForumMagnum#8689: views of a summer's evening fell into the day before. */
  @ParameterizedTest
  @EnumSource
  void case31ViewsCountInTheDayOfTheZoneThatTheCounterNames(DatabaseKind kind) {
    List<String> times = List.of("01T22:59:59Z", "01T23:30:00Z", "02T00:00:00Z");
    Map<String, List<Long>> right =
        Map.of("UTC", List.of(2L, 1L), "Europe/London", List.of(1L, 2L));
    try (Field field = Field.open(kind)) {
      right.forEach(
          (zone, counts) -> {
            Members members =
                field.with(Relation.perDay("page.viewers-" + zone.length(), ZoneId.of(zone)));
            String counter = "page.viewers-" + zone.length();
            for (Way way : Way.values()) {
              List<MemberChange> views = new ArrayList<>();
              for (String time : times) {
                Instant at = Instant.parse("2026-07-" + time);
                views.add(MemberChange.add(counter, way.key("P"), "viewer at " + time, at));
              }
              members.apply(way.arranged(views), false);
              for (int day = 0; day < 2; day++) {
                assertThat(
                        members
                            .readings()
                            .count(counter, way.key("P"), LocalDate.of(2026, 7, 1 + day)))
                    .as("%s, day %d, %s", zone, day, way)
                    .isEqualTo(counts.get(day));
              }
            }
          });
    }
  }

  /** AOSSIE-Org/DebateAI#475: repeated unlikes subtracted each time. */
  @ParameterizedTest
  @EnumSource
  void case36ADoubleToggleCountsWhatIsLeft(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      for (Way way : Way.values()) {
        way.send(
            field,
            List.of(
                way.like("u1", "P", 1),
                way.unlike("u1", "P", 2),
                way.unlike("u1", "P", 3),
                way.like("u1", "P", 4)));
        assertThat(way.count(field, "post.likes", "P")).as("%s", way).isEqualTo(1);
        assertThat(way.count(field, "user.given", "u1")).as("%s", way).isEqualTo(1);
      }
    }
  }

  /** mybbgroup/Thank-you-like-system#147: two merged accounts had rated the same twice. */
  @ParameterizedTest
  @EnumSource
  void case38MergedUsersCountOnceWhereBothHadLiked(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      for (Way way : Way.values()) {
        List<MemberChange> likes =
            List.of(way.like("u1", "P", 1), way.like("u2", "P", 2), way.like("u2", "Q", 3));
        way.send(field, likes);
        field.members().upkeep().mergeSubjects("user.given", way.key("u2"), way.key("u1"), ALL);
        for (int time = 0; time < 2; time++) {
          assertThat(way.count(field, "post.likes", "P")).as("%s", way).isEqualTo(1);
          assertThat(way.count(field, "post.likes", "Q")).as("%s", way).isEqualTo(1);
          assertThat(way.count(field, "user.given", "u1")).as("%s", way).isEqualTo(2);
          assertThat(way.count(field, "user.given", "u2")).as("%s", way).isZero();
          // What is sent again after the merge counts for the survivor, where it counts already.
          way.send(field, likes);
        }
      }
    }
  }

  /** A follow of oneself is refused from both sides, and a merge into a follower leaves none. */
  @ParameterizedTest
  @EnumSource
  void nobodyFollowsThemselves(DatabaseKind kind) {
    try (Field field = Field.open(kind)) {
      for (String counter : List.of("user.followers", "user.following")) {
        assertThat(field.members().add(counter, "A", "A", Field.at(1)).rejection())
            .isEqualTo(Rejection.SELF_MEMBER);
      }
      field.follow("B", "A", 2);
      for (String counter : List.of("user.followers", "user.following")) {
        field.members().upkeep().mergeSubjects(counter, "B", "A", ALL);
      }
      for (String counter : List.of("user.followers", "user.following")) {
        assertThat(field.count(counter, "A")).isZero();
        assertThat(field.count(counter, "B")).isZero();
      }
    }
  }
}
