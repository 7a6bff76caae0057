package dev.trueup.jdbc.members;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.COVERED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.members.MemberReadings.Member;
import dev.trueup.members.MemberStore;
import dev.trueup.members.MemberUpkeep.Progress;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.LockWaits;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two transactions in an order that is forced. SQLite has one writer at a time, so there is no such
 * order there.
 */
class MemberInterleavingTest {
  private static final Relation LIKES = Relation.of("post.likes");
  private static final Relation VIEWERS = Relation.perDay("page.viewers", ZoneOffset.UTC);
  private static final Instant ZERO = Instant.parse("2026-01-01T00:00:00Z");

  /** A database, a store that stands still at a verb, and one that does not. */
  private record Two(
      TestDatabase server,
      Database database,
      PausingMemberStore pausing,
      Members first,
      Members second,
      ExecutorService threads)
      implements AutoCloseable {
    static Two open(DatabaseKind kind, String verb) {
      TestDatabase server = Servers.of(kind).newDatabase();
      Database database = OnEveryDatabase.openStore(server);
      JdbcMemberStore store = new JdbcMemberStore(database);
      store.enable(LIKES);
      store.enable(VIEWERS);
      PausingMemberStore pausing = new PausingMemberStore(store, verb);
      Members second = members(store);
      second.add("post.likes", "P", "made-before", ZERO);
      second.add("page.viewers", "P", "made-before", ZERO);
      return new Two(
          server, database, pausing, members(pausing), second, Executors.newFixedThreadPool(2));
    }

    private static Members members(MemberStore store) {
      return new Members(Map.of(LIKES, store, VIEWERS, store), List.of());
    }

    /** Starts the work on the store that stands still, and returns once it does. */
    <T> Future<T> begin(Callable<T> work) throws InterruptedException {
      Future<T> begun = threads.submit(work);
      pausing.awaitReached();
      return begun;
    }

    /** Starts the work on the other store, which has to wait for the one that stands still. */
    <T> Future<T> beginBehind(Callable<T> work) {
      Future<T> begun = threads.submit(work);
      LockWaits.await(server, 1);
      return begun;
    }

    @Override
    public void close() {
      pausing.release();
      threads.shutdownNow();
      database.close();
      server.close();
    }
  }

  private static <T> T of(Future<T> future) throws Exception {
    return future.get(60, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void aMergeWaitsForTheOperationThatDidNotHearOfIt(DatabaseKind kind) throws Exception {
    try (Two two = Two.open(kind, "putMemberships")) {
      Future<Outcome> addition =
          two.begin(() -> two.first().add("post.likes", "P", "old", ZERO.plusSeconds(1)));
      Future<Progress> merge =
          two.beginBehind(
              () -> two.second().upkeep().mergeMembers("post.likes", "old", "new", 100));
      two.pausing().release();
      assertThat(of(addition).kind()).isEqualTo(APPLIED);
      assertThat(of(merge)).isEqualTo(new Progress(1, true));
      assertThat(two.second().readings().members("post.likes", "P", null, null, 9))
          .extracting(Member::member)
          .containsExactly("made-before", "new");
      assertThat(two.second().upkeep().audit("post.likes").run(9).drifts()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void anOperationWaitsForTheMergeThatItHasToHearOf(DatabaseKind kind) throws Exception {
    try (Two two = Two.open(kind, "putEnding")) {
      Future<Progress> merge =
          two.begin(() -> two.first().upkeep().mergeMembers("post.likes", "old", "new", 100));
      Future<Outcome> addition =
          two.beginBehind(() -> two.second().add("post.likes", "P", "old", ZERO.plusSeconds(1)));
      two.pausing().release();
      assertThat(of(merge).finished()).isTrue();
      assertThat(of(addition).kind()).isEqualTo(APPLIED);
      assertThat(two.second().readings().members("post.likes", "P", null, null, 9))
          .extracting(Member::member)
          .containsExactly("made-before", "new");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void theDeletionOfAnAccountWaitsForTheOperationThatDidNotHearOfIt(DatabaseKind kind)
      throws Exception {
    try (Two two = Two.open(kind, "putMemberships")) {
      Future<Outcome> addition =
          two.begin(() -> two.first().add("post.likes", "P", "u", ZERO.plusSeconds(1)));
      Future<Progress> removal =
          two.beginBehind(
              () ->
                  two.second().upkeep().removeMember("post.likes", "u", ZERO.plusSeconds(9), 100));
      two.pausing().release();
      assertThat(of(addition).kind()).isEqualTo(APPLIED);
      assertThat(of(removal)).isEqualTo(new Progress(1, true));
      assertThat(two.second().readings().count("post.likes", "P", null)).isEqualTo(1);
      assertThat(two.second().add("post.likes", "P", "u", ZERO.plusSeconds(1)).kind())
          .isEqualTo(COVERED);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void whatCameAfterADeletionStaysThoughItsRowWasFoundBefore(DatabaseKind kind) throws Exception {
    try (Two two = Two.open(kind, "rowsOf")) {
      two.second().add("post.likes", "P", "u", ZERO.plusSeconds(1));
      Future<Progress> removal =
          two.begin(
              () -> two.first().upkeep().removeMember("post.likes", "u", ZERO.plusSeconds(9), 100));
      two.second().add("post.likes", "P", "u", ZERO.plusSeconds(20));
      two.pausing().release();
      assertThat(of(removal).finished()).isTrue();
      assertThat(two.second().readings().member("post.likes", "P", "u", null))
          .contains(new Member("u", ZERO.plusSeconds(20)));
      assertThat(two.second().readings().count("post.likes", "P", null)).isEqualTo(2);
      assertThat(two.second().upkeep().audit("post.likes").run(9).drifts()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void aSealWaitsForTheOperationThatDidNotSeeItsLineAndCountsIt(DatabaseKind kind)
      throws Exception {
    LocalDate day = LocalDate.of(2026, 1, 1);
    try (Two two = Two.open(kind, "putMemberships")) {
      Future<Outcome> view = two.begin(() -> two.first().add("page.viewers", "P", "v", ZERO));
      Future<Progress> seal =
          two.beginBehind(() -> two.second().upkeep().seal("page.viewers", day.plusDays(1), 100));
      two.pausing().release();
      assertThat(of(view).kind()).isEqualTo(APPLIED);
      assertThat(of(seal)).isEqualTo(new Progress(2, true));
      assertThat(two.second().readings().count("page.viewers", "P", day)).isEqualTo(2);
      assertThat(two.second().upkeep().audit("page.viewers").run(9).drifts()).isEmpty();
    }
  }
}
