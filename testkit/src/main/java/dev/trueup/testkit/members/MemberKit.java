package dev.trueup.testkit.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.members.MemberReadings;
import dev.trueup.members.MemberReadings.Member;
import dev.trueup.members.MemberStore;
import dev.trueup.members.MemberUpkeep;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One test's store with three relations: followers seen from both sides, likes, and the viewers of
 * a day. Times are seconds from an hour ago by the store's clock, so that no test depends on how
 * fast it runs.
 */
public final class MemberKit {
  static final ZoneId ZONE = ZoneId.of("Asia/Seoul");
  static final int STEPS_MAX = 1_000;

  private final MemberStore store;
  private final Members members;
  private final String prefix;
  private final Instant zero;
  private final List<Relation> relations;

  MemberKit(MemberStore store, String prefix) {
    this.store = store;
    this.prefix = prefix;
    this.relations =
        List.of(
            Relation.between(prefix + ".following", prefix + ".followers"),
            Relation.of(prefix + ".likes"),
            Relation.perDay(prefix + ".viewers", ZONE));
    relations.forEach(store::enable);
    this.members = on(store);
    this.zero = store.now().truncatedTo(ChronoUnit.MICROS).minus(1, ChronoUnit.HOURS);
  }

  MemberStore store() {
    return store;
  }

  /** The same relations through another store. */
  Members on(MemberStore other) {
    return new Members(
        Map.of(relations.get(0), other, relations.get(1), other, relations.get(2), other),
        List.of("post.comments"));
  }

  Members members() {
    return members;
  }

  MemberReadings readings() {
    return members.readings();
  }

  MemberUpkeep upkeep() {
    return members.upkeep();
  }

  String followers() {
    return prefix + ".followers";
  }

  String following() {
    return prefix + ".following";
  }

  String likes() {
    return prefix + ".likes";
  }

  String viewers() {
    return prefix + ".viewers";
  }

  String named(String end) {
    return prefix + "." + end;
  }

  Relation followerRelation() {
    return relations.get(0);
  }

  Relation likeRelation() {
    return relations.get(1);
  }

  Relation viewerRelation() {
    return relations.get(2);
  }

  Instant at(long second) {
    return zero.plusSeconds(second);
  }

  Outcome.Kind like(String subject, String member, long second) {
    return members.add(likes(), subject, member, at(second)).kind();
  }

  Outcome.Kind unlike(String subject, String member, long second) {
    return members.remove(likes(), subject, member, at(second)).kind();
  }

  /** Somebody follows a subject. */
  Outcome.Kind follow(String who, String whom, long second) {
    return members.add(followers(), whom, who, at(second)).kind();
  }

  Outcome.Kind unfollow(String who, String whom, long second) {
    return members.remove(followers(), whom, who, at(second)).kind();
  }

  Outcome view(String page, String viewer, Instant at) {
    return members.add(viewers(), page, viewer, at);
  }

  long likesOf(String subject) {
    return count(likes(), subject, null);
  }

  long followersOf(String subject) {
    return count(followers(), subject, null);
  }

  long followingOf(String subject) {
    return count(following(), subject, null);
  }

  long viewersOf(String page, LocalDate day) {
    return count(viewers(), page, day);
  }

  /** The count that is kept, after it was found to be what the members add up to. */
  private long count(String counter, String subject, @Nullable LocalDate day) {
    MemberReadings.Decision decision = readings().countAndRecount(counter, subject, day);
    long kept = readings().count(counter, subject, day);
    assertThat(decision.count()).as("%s of %s", counter, subject).isEqualTo(kept);
    assertThat(decision.counted()).as("members of %s of %s", counter, subject).isEqualTo(kept);
    return kept;
  }

  List<String> list(String counter, String subject, @Nullable LocalDate day) {
    List<String> all = new ArrayList<>();
    String after = null;
    while (true) {
      List<Member> page = readings().members(counter, subject, day, after, 3);
      assertThat(page).hasSizeLessThanOrEqualTo(3);
      page.forEach(member -> all.add(member.member()));
      assertThat(all).doesNotHaveDuplicates();
      if (page.isEmpty()) {
        return all;
      }
      after = page.get(page.size() - 1).member();
    }
  }

  void assertAuditsAreClean() {
    for (String counter : List.of(followers(), following(), likes(), viewers())) {
      assertThat(upkeep().audit(counter).run(10).drifts()).as("audit of %s", counter).isEmpty();
    }
  }
}
