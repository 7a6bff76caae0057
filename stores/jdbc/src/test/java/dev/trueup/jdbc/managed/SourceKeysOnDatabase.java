package dev.trueup.jdbc.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.store.SourceSnapshot.Fact;
import dev.trueup.store.SourceSnapshot.Truth;
import dev.trueup.testkit.servers.DatabaseKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which keys, stamps and amounts a source can be counted by, on one database. */
abstract class SourceKeysOnDatabase extends SourceFixture {
  SourceKeysOnDatabase(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void pagesOfSubjectsFollowTheSourcesOrderAndHoldEachOnce() {
    for (int i = 0; i < 25; i++) {
      comment(i, i % 12, "ok", 1, "2026-03-01 09:00:00");
    }
    comment(99, null, "ok", 1, "2026-03-01 09:00:00");
    List<Subject> all = new ArrayList<>();
    try (SourceSnapshot snapshot = open(Sources.table("comments"))) {
      Subject after = null;
      do {
        List<Subject> page = snapshot.subjects(after, 5);
        all.addAll(page);
        after = page.isEmpty() ? null : page.get(page.size() - 1);
      } while (after != null);
    }
    assertThat(all)
        .containsExactlyElementsOf(
            java.util.stream.IntStream.range(0, 12).mapToObj(SourceFixture::post).toList());
  }

  @Test
  void aSubjectThatIsNoNumberHasNoFactsInAColumnOfNumbers() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00");
    comment(2, 0, "ok", 1, "2026-03-01 09:00:00");
    List<Subject> odd = new ArrayList<>();
    for (String key :
        List.of("07", "+7", "7.0", " 7", "7 ", "seven", "'", "99999999999999999999")) {
      odd.add(new Subject(key));
    }
    odd.add(post(7));
    try (SourceSnapshot snapshot = open(Sources.table("comments"))) {
      Map<Subject, Truth> truths = snapshot.count(odd, TEN, null);
      assertThat(truths).hasSize(odd.size()).containsEntry(post(7), new Truth(1, 1));
      truths.remove(post(7));
      assertThat(truths.values()).containsOnly(Truth.ZERO);
      assertThat(snapshot.tail(new Subject("07"), new Watermark(NINE, NINE))).isZero();
    }
  }

  @Test
  void aKeyOfSeveralColumnsIsTheTextOfAJsonArray() {
    server()
        .execute(
            "CREATE TABLE likes (id integer, kind varchar(20), item integer, created_at "
                + instantType()
                + ")",
            "INSERT INTO likes VALUES (1, 'post', 7, " + instant("2026-03-01 09:00:00") + ")",
            "INSERT INTO likes VALUES (2, 'a\"b', 7, " + instant("2026-03-01 09:00:00") + ")",
            "INSERT INTO likes VALUES (3, 'post', 8, " + instant("2026-03-01 09:00:00") + ")",
            "INSERT INTO likes VALUES (4, NULL, 8, " + instant("2026-03-01 09:00:00") + ")");
    try (SourceSnapshot snapshot = open(Sources.table("likes").subject("kind", "item"))) {
      Subject seven = new Subject("[\"post\",\"7\"]");
      Subject quoted = new Subject("[\"a\\\"b\",\"7\"]");
      Subject eight = new Subject("[\"post\",\"8\"]");
      assertThat(snapshot.subjects(null, 10)).containsExactly(quoted, seven, eight);
      assertThat(snapshot.subjects(seven, 10)).containsExactly(eight);
      assertThat(
              snapshot.count(
                  List.of(seven, quoted, eight, new Subject("[\"post\"]"), post(7)), TEN, null))
          .containsEntry(seven, new Truth(1, 1))
          .containsEntry(quoted, new Truth(1, 1))
          .containsEntry(eight, new Truth(1, 1))
          .containsEntry(new Subject("[\"post\"]"), Truth.ZERO)
          .containsEntry(post(7), Truth.ZERO);
    } finally {
      server().execute("DROP TABLE likes");
    }
  }

  @Test
  void textsThatTheDatabaseTakesForEqualAreSubjectsOfTheirOwn() throws Exception {
    server()
        .execute(
            "CREATE TABLE notes (id integer, post_id "
                + textType()
                + ", created_at "
                + instantType()
                + ")");
    List<Subject> subjects = new ArrayList<>();
    for (String key :
        List.of(
            "a",
            "A",
            "a ",
            "ä",
            "Ä",
            "ı",
            "I",
            "it's",
            "\"q\"",
            "back\\slash",
            "%",
            "😀",
            "名",
            "x;--")) {
      subjects.add(new Subject(key));
    }
    try (var connection = server().connect();
        var insert =
            connection.prepareStatement(
                "INSERT INTO notes VALUES (?, ?, " + instant("2026-03-01 09:00:00") + ")")) {
      for (int i = 0; i < subjects.size(); i++) {
        for (int n = 0; n <= i; n++) {
          insert.setInt(1, i * 100 + n);
          insert.setString(2, subjects.get(i).key());
          insert.executeUpdate();
        }
      }
    }
    try (SourceSnapshot snapshot = open(Sources.table("notes"))) {
      Map<Subject, Truth> truths = snapshot.count(subjects, TEN, null);
      for (int i = 0; i < subjects.size(); i++) {
        assertThat(truths).containsEntry(subjects.get(i), new Truth(i + 1, i + 1));
        assertThat(snapshot.tail(subjects.get(i), new Watermark(NINE, NINE))).isEqualTo(i + 1);
      }
      List<Subject> paged = new ArrayList<>();
      Subject after = null;
      do {
        List<Subject> page = snapshot.subjects(after, 3);
        paged.addAll(page);
        after = page.isEmpty() ? null : page.get(page.size() - 1);
      } while (after != null);
      assertThat(paged).containsExactlyInAnyOrderElementsOf(subjects);
      assertThat(snapshot.changedSince(NINE, NINE, null, 100))
          .containsExactlyInAnyOrderElementsOf(subjects);
    } finally {
      server().execute("DROP TABLE notes");
    }
  }

  @Test
  void aLocalStampNeedsAZoneAndIsReadInIt() {
    server()
        .execute(
            "CREATE TABLE local (id integer, post_id integer, created_at " + localType() + ")",
            // Berlin, summer time begins: 01:59:59 is followed by 03:00:00.
            "INSERT INTO local VALUES (1, 7, '2026-03-29 01:59:59')",
            "INSERT INTO local VALUES (2, 7, '2026-03-29 03:00:00')",
            // And ends: 02:00:00 to 02:59:59 occur twice.
            "INSERT INTO local VALUES (3, 7, '2026-10-25 01:59:59')",
            "INSERT INTO local VALUES (4, 7, '2026-10-25 02:30:00')",
            "INSERT INTO local VALUES (5, 7, '2026-10-25 03:00:00')");
    try {
      assertThatThrownBy(() -> open(Sources.table("local")))
          .isInstanceOf(SourceRefusedException.class)
          .hasMessageContaining("created_at")
          .hasMessageContaining("zone: UTC");
      try (SourceSnapshot snapshot = open(Sources.table("local").zone("Europe/Berlin"))) {
        assertThat(count(snapshot, post(7), Instant.parse("2026-03-29T00:59:59Z")).value())
            .isZero();
        assertThat(count(snapshot, post(7), Instant.parse("2026-03-29T01:00:00Z")).value())
            .isEqualTo(1);
        assertThat(count(snapshot, post(7), Instant.parse("2026-03-29T01:00:01Z")).value())
            .isEqualTo(2);
        assertThat(count(snapshot, post(7), Instant.parse("2026-10-25T00:30:00Z")).value())
            .isEqualTo(3);
        assertThat(count(snapshot, post(7), Instant.parse("2026-10-25T00:30:01Z")).value())
            .isEqualTo(4);
        // The second pass of the hour: the stamp of the first is before all of it.
        assertThat(count(snapshot, post(7), Instant.parse("2026-10-25T01:15:00Z")).value())
            .isEqualTo(4);
        assertThat(count(snapshot, post(7), Instant.parse("2026-10-25T02:00:00Z")).value())
            .isEqualTo(4);
        assertThat(count(snapshot, post(7), Instant.parse("2026-10-25T02:00:01Z")).value())
            .isEqualTo(5);
        assertThat(snapshot.factsById(post(7), List.of("2", "4")))
            .containsExactly(
                new Fact("2", Instant.parse("2026-03-29T01:00:00Z"), 1, true),
                new Fact("4", Instant.parse("2026-10-25T00:30:00Z"), 1, true));
      }
    } finally {
      server().execute("DROP TABLE local");
    }
  }

  @Test
  void aColumnThatIsNoStampIsRefusedByName() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00");
    assertThatThrownBy(() -> open(Sources.table("comments").deleted("votes")))
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContaining("votes");
  }

  @Test
  void amountsThatAreNotWholeAreRefused() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00");
    comment(2, 7, "ok", 1, "2026-03-01 09:00:00");
    assertThatThrownBy(
            () -> {
              try (SourceSnapshot snapshot =
                  open(Sources.table("comments").amount("votes * 0.5"))) {
                count(snapshot, post(7), TEN);
              }
            })
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContaining("whole");
  }

  @Test
  void aTotalPastSixtyFourBitsIsRefusedAndNeverCutDown() {
    comment(1, 7, "ok", 1, "2026-03-01 09:00:00");
    comment(2, 7, "ok", 1, "2026-03-01 09:00:00");
    assertThatThrownBy(
            () -> {
              try (SourceSnapshot snapshot =
                  open(Sources.table("comments").amount("votes + 9223372036854775806"))) {
                count(snapshot, post(7), TEN);
              }
            })
        .isInstanceOf(SourceRefusedException.class);
  }

  @Test
  void aThousandSubjectsAreCountedInOneQuestion() {
    StringBuilder rows = new StringBuilder("INSERT INTO comments VALUES ");
    List<Subject> subjects = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.append(i == 0 ? "" : ",")
          .append("(" + i + ", " + i + ", 'ok', 1, " + instant("2026-03-01 09:00:00") + ", NULL)");
      subjects.add(post(i));
    }
    server().execute(rows.toString());
    try (SourceSnapshot snapshot = open(Sources.table("comments"))) {
      assertThat(snapshot.count(subjects, TEN, null).values())
          .hasSize(1_000)
          .containsOnly(new Truth(1, 1));
    }
  }
}
