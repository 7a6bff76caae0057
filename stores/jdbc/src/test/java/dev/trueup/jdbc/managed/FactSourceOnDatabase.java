package dev.trueup.jdbc.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.store.SourceSnapshot.Fact;
import dev.trueup.store.SourceSnapshot.Truth;
import dev.trueup.testkit.servers.DatabaseKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a source of facts has to answer, on one database. */
abstract class FactSourceOnDatabase extends SourceKeysOnDatabase {
  FactSourceOnDatabase(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void factsBeforeTheBoundaryCountAndThoseAtItDoNot() {
    comment(1, 7, "ok", 1, "2026-03-01 09:59:59.999999");
    comment(2, 7, "ok", 1, "2026-03-01 10:00:00");
    comment(3, 8, "ok", 1, "2026-03-01 09:00:00");
    try (SourceSnapshot snapshot = open(Sources.table("comments"))) {
      assertThat(snapshot.count(List.of(post(7), post(8), post(9)), TEN, null))
          .isEqualTo(
              Map.of(post(7), new Truth(1, 1), post(8), new Truth(1, 1), post(9), Truth.ZERO));
      assertThat(count(snapshot, post(7), TEN.plusNanos(1_000)).value()).isEqualTo(2);
    }
  }

  @Test
  void aFactWithoutACreatedStampWasThereBeforeAll() {
    comment(1, 7, "ok", 1, "");
    try (SourceSnapshot snapshot = open(Sources.table("comments"))) {
      assertThat(count(snapshot, post(7), NINE).value()).isEqualTo(1);
      assertThat(snapshot.tail(post(7), new Watermark(NINE, NINE))).isZero();
      assertThat(snapshot.changedSince(NINE, NINE, null, 10)).isEmpty();
      assertThat(snapshot.changedSince(Windows.BEFORE_ALL, NINE, null, 10))
          .containsExactly(post(7));
      assertThat(snapshot.factsById(post(7), List.of("1")))
          .containsExactly(new Fact("1", Windows.BEFORE_ALL, 1, true));
    }
  }

  @Test
  void predicateAndAmountAreTheUsersOwnExpressions() {
    comment(1, 7, "approved", 5, "2026-03-01 09:00:00");
    comment(2, 7, "spam", 100, "2026-03-01 09:00:00");
    comment(3, 7, "approved", -2, "2026-03-01 09:00:00");
    Sources source =
        Sources.table("comments")
            .where("status = 'approved' OR status = 'x' -- no more")
            .amount("CASE WHEN votes > 0 THEN votes ELSE votes * 10 END");
    try (SourceSnapshot snapshot = open(source)) {
      assertThat(count(snapshot, post(7), TEN)).isEqualTo(new Truth(-15, 2));
      assertThat(snapshot.subjects(null, 10)).containsExactly(post(7));
    }
  }

  @Test
  void aDeletedFactDoesNotCountUnlessTheQuestionIsAsOfEarlier() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00", "2026-03-01 10:00:00");
    comment(2, 7, "ok", 1, "2026-03-01 09:00:00", "2026-03-01 09:59:59");
    comment(3, 7, "ok", 1, "2026-03-01 09:00:00");
    try (SourceSnapshot snapshot =
        open(Sources.table("comments").deleted("deleted_at").asImmutable())) {
      assertThat(count(snapshot, post(7), TEN).value()).isEqualTo(1);
      assertThat(snapshot.count(List.of(post(7)), TEN, TEN))
          .containsEntry(post(7), new Truth(2, 2));
      assertThat(snapshot.count(List.of(post(7)), TEN, NINE))
          .containsEntry(post(7), new Truth(3, 3));
    }
  }

  @Test
  void theTailIsWhatCameAfterTheWatermarkLessWhatWentSince() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00", "2026-03-01 10:30:00");
    comment(2, 7, "ok", 1, "2026-03-01 10:00:00");
    comment(3, 7, "ok", 1, "2026-03-01 10:10:00");
    comment(4, 7, "ok", 1, "2026-03-01 10:10:00", "2026-03-01 10:20:00");
    comment(5, 8, "ok", 1, "2026-03-01 10:10:00");
    Watermark watermark = new Watermark(TEN, TEN);
    Sources source = Sources.table("comments").deleted("deleted_at");
    try (SourceSnapshot mutable = open(source);
        SourceSnapshot immutable = open(source.asImmutable())) {
      assertThat(mutable.tail(post(7), watermark)).isEqualTo(2);
      assertThat(immutable.tail(post(7), watermark)).isEqualTo(1);
      assertThat(immutable.tail(post(9), watermark)).isZero();
    }
  }

  @Test
  void subjectsThatChangedAreThoseWithFactsCreatedOrDeletedSince() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00");
    comment(2, 8, "ok", 1, "2026-03-01 10:00:00");
    comment(3, 9, "ok", 1, "2026-03-01 09:00:00", "2026-03-01 10:00:00");
    comment(4, 10, "ok", 1, "2026-03-01 09:00:00", "2026-03-01 09:30:00");
    comment(5, null, "ok", 1, "2026-03-01 10:00:00");
    try (SourceSnapshot snapshot = open(Sources.table("comments").deleted("deleted_at"))) {
      assertThat(snapshot.changedSince(TEN, TEN, null, 10)).containsExactly(post(8), post(9));
      assertThat(snapshot.changedSince(TEN, TEN, post(8), 10)).containsExactly(post(9));
      assertThat(snapshot.changedSince(TEN, TEN, null, 1)).containsExactly(post(8));
      assertThat(snapshot.changedSince(Windows.BEFORE_ALL, Windows.BEFORE_ALL, null, 10))
          .containsExactly(post(7), post(8), post(9), post(10));
    }
  }

  @Test
  void aSmallSourceWithoutStatisticsIsCounted() {
    for (int i = 0; i < 30; i++) {
      comment(i, i % 10, i % 10 < 4 ? "ok" : "spam", 1, "2026-03-01 09:00:00");
    }
    comment(99, null, "ok", 1, "2026-03-01 09:00:00");
    String rows =
        "SELECT id, post_id AS subject, status, 1 AS amount, created_at AS created FROM comments";
    try (SourceSnapshot all = open(Sources.query(rows));
        SourceSnapshot some = open(Sources.query(rows).where("status = 'ok'"))) {
      assertThat(all.subjectsEstimate()).hasValue(10);
      assertThat(some.subjectsEstimate()).hasValue(4);
    }
  }

  @Test
  void theStatisticsOfTheDatabaseTellAboutHowManySubjectsThereAre() {
    server().execute("CREATE INDEX comments_pair ON comments (status, post_id)");
    server()
        .execute(
            "INSERT INTO comments (id, post_id, status, votes) WITH RECURSIVE n (i) AS (SELECT 1"
                + " UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i, i % 90, 'ok', 1 FROM n");
    server().execute(analyze("comments"));
    // Not in the statistics: what is told now was not counted.
    server().execute("UPDATE comments SET post_id = 1");
    try (SourceSnapshot single = open(Sources.table("comments"));
        SourceSnapshot pair = open(Sources.table("comments").subject("post_id", "status"))) {
      assertThat(single.subjectsEstimate().orElse(-1)).isBetween(80L, 100L);
      assertThat(pair.subjectsEstimate().orElse(-1)).isBetween(80L, 100L);
    }
  }

  @Test
  void factsAreFoundByIdAndByWhatARecountSawThatTheOneBeforeDidNot() {
    comment(1, 7, "ok", 3, "2026-03-01 09:30:00");
    comment(2, 7, "spam", 3, "2026-03-01 09:30:00");
    comment(3, 7, "ok", 3, "2026-03-01 08:00:00", "2026-03-01 09:15:00");
    comment(4, 7, "ok", 3, "2026-03-01 10:00:00");
    comment(5, 8, "ok", 3, "2026-03-01 09:30:00");
    Sources source =
        Sources.table("comments").deleted("deleted_at").where("status = 'ok'").amount("votes");
    try (SourceSnapshot snapshot = open(source)) {
      assertThat(
              snapshot.factsBetween(
                  post(7), new Watermark(NINE, NINE), new Watermark(TEN, TEN), 10))
          .containsExactlyInAnyOrder(
              new Fact("1", NINE.plusSeconds(1800), 3, true),
              new Fact("3", NINE.minusSeconds(3600), 3, false));
      assertThat(snapshot.factsById(post(7), List.of("2", "4", "5", "no", "04")))
          .containsExactly(
              new Fact("2", NINE.plusSeconds(1800), 3, false), new Fact("4", TEN, 3, true));
      assertThat(
              snapshot.factsBetween(post(7), new Watermark(NINE, NINE), new Watermark(TEN, TEN), 1))
          .hasSize(1);
    }
  }

  @Test
  void theNewestStampIsTheLatestOfCreatedAndDeleted() {
    Sources source = Sources.table("comments").deleted("deleted_at").where("status = 'ok'");
    try (SourceSnapshot snapshot = open(source)) {
      assertThat(snapshot.newestStamp()).isEmpty();
    }
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00", "2026-03-01 10:00:00");
    comment(2, 7, "spam", 1, "2036-03-01 09:00:00");
    try (SourceSnapshot snapshot = open(source)) {
      assertThat(snapshot.newestStamp()).contains(TEN);
    }
  }

  @Test
  void aSnapshotSeesOneMomentAndKnowsBetweenWhichTimesItWas() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00");
    JdbcFactSource source =
        new JdbcFactSource(
            database(), Sources.table("comments").definition(), Duration.ofMinutes(1));
    Instant before = source.now();
    try (SourceSnapshot snapshot = source.open()) {
      comment(2, 7, "ok", 1, "2026-03-01 09:00:00");
      assertThat(count(snapshot, post(7), TEN).value()).isEqualTo(1);
      assertThat(snapshot.firstReadAt()).isBetween(before, snapshot.lastReadAt());
      assertThat(snapshot.lastReadAt()).isBefore(source.now().plusMillis(2));
    }
    try (SourceSnapshot snapshot = source.open()) {
      assertThat(count(snapshot, post(7), TEN).value()).isEqualTo(2);
    }
  }

  @Test
  void snapshotsThatAreClosedGiveTheirConnectionsBack() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00");
    for (int i = 0; i < 30; i++) {
      try (SourceSnapshot snapshot = open(Sources.table("comments"))) {
        assertThat(count(snapshot, post(7), TEN).value()).isEqualTo(1);
      }
      assertThatThrownBy(() -> open(Sources.table("no_such_table")))
          .isInstanceOf(SourceRefusedException.class)
          .hasMessageContaining("no_such_table");
    }
  }

  @Test
  void aQueryIsASourceLikeATable() {
    comment(1, 7, "ok", 4, "2026-03-01 09:00:00");
    comment(2, 7, "ok", 5, "2026-03-01 10:00:00");
    Sources source =
        Sources.query(
            "SELECT post_id AS subject, id, created_at AS created, votes AS amount FROM comments"
                + " WHERE status = 'ok';");
    try (SourceSnapshot snapshot = open(source)) {
      assertThat(count(snapshot, post(7), TEN)).isEqualTo(new Truth(4, 1));
      assertThat(snapshot.subjects(null, 5)).containsExactly(post(7));
      assertThat(snapshot.subjects(post(7), 5)).isEmpty();
      assertThat(snapshot.changedSince(TEN, TEN, null, 5)).containsExactly(post(7));
      assertThat(snapshot.factsById(post(7), List.of("2")))
          .containsExactly(new Fact("2", TEN, 5, true));
    }
  }
}
