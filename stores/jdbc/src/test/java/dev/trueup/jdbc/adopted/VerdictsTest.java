package dev.trueup.jdbc.adopted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.RepairReport;
import dev.trueup.counter.Verdict;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.testkit.servers.DatabaseKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Planted faults of every kind, and what must not be taken for one. */
class VerdictsTest {
  private static final AdoptedCounter COMMENTS =
      CounterOf.named("post.comments")
          .rows("comments", "post_id")
          .where("status = 'ok' -- not the held ones")
          .id("id")
          .deleted("deleted_at")
          .stored("posts", "n", "id")
          .only("kind <> 'page'")
          .counter();

  private static final String[] FORUM = {
    "CREATE TABLE posts (id bigint PRIMARY KEY, kind varchar(10), n integer)",
    "CREATE TABLE comments (id bigint PRIMARY KEY, post_id bigint, user_id bigint,"
        + " status varchar(10), amount bigint, deleted_at varchar(30))",
    "INSERT INTO posts VALUES (1, 'post', 2), (2, 'post', 5), (3, 'post', NULL), (4, 'post', NULL),"
        + " (5, 'post', 0), (6, 'post', -1), (7, 'page', 77)",
    "INSERT INTO comments VALUES (1, 1, 1, 'ok', 1, NULL), (2, 1, 1, 'ok', 2, NULL),"
        + " (3, 2, 2, 'ok', NULL, NULL), (4, 3, 2, 'ok', 4, NULL), (5, 99, 3, 'ok', 5, NULL),"
        + " (6, NULL, 3, 'ok', 6, NULL), (7, 5, 3, 'held?', 7, NULL),"
        + " (8, 5, 3, 'ok', 8, '2030-01-01'), (9, 7, 1, 'ok', 9, NULL)"
  };

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void each_subject_gets_its_verdict_and_the_sums_are_right(DatabaseKind kind) {
    try (Stage stage = new Stage(kind, FORUM)) {
      AuditReport report = stage.audit(COMMENTS);
      assertThat(report.subjects()).isEqualTo(6);
      assertThat(Stage.drifts(report)).containsExactly("2: 5 / 1", "3: null / 1", "6: -1 / 0");
      assertThat(report.drifted()).isEqualTo(3);
      assertThat(report.net()).isEqualByComparingTo("2");
      assertThat(report.absolute()).isEqualByComparingTo("6");
      assertThat(report.verdicts())
          .isEqualTo(
              Map.of(
                  Verdict.NULL,
                  2L,
                  Verdict.MISSING,
                  1L,
                  Verdict.NOT_A_NUMBER,
                  0L,
                  Verdict.OVERFLOW,
                  0L,
                  Verdict.UNDECIDED,
                  0L));
      assertThat(report.listed())
          .extracting(found -> found.subject() + " " + found.verdict())
          .containsExactlyInAnyOrder("4 NULL", "99 MISSING");
      assertThat(report.factsWithoutSubject()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_repair_corrects_what_drifts_creates_nothing_and_undo_brings_all_back(DatabaseKind kind) {
    try (Stage stage = new Stage(kind, FORUM)) {
      Map<String, String> before = stage.pairs("SELECT id, n FROM posts ORDER BY id");
      RepairReport report = stage.repair(COMMENTS);
      assertThat(Stage.corrected(report)).isEqualTo(3);
      assertThat(stage.pairs("SELECT id, n FROM posts ORDER BY id").toString())
          .isEqualTo("{1=2, 2=1, 3=1, 4=null, 5=0, 6=0, 7=77}");
      assertThat(stage.audit(COMMENTS).drifted()).isZero();
      assertThat(stage.repair(COMMENTS).repairId()).as("nothing to correct").isNull();

      assertThat(stage.undo(report.repairId(), COMMENTS).undone()).isEqualTo(3);
      assertThat(stage.pairs("SELECT id, n FROM posts ORDER BY id")).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void undo_keeps_what_was_added_since_and_restores_no_null_over_it(DatabaseKind kind) {
    try (Stage stage = new Stage(kind, FORUM)) {
      RepairReport report = stage.repair(COMMENTS);
      stage.together("UPDATE posts SET n = n + 10 WHERE id IN (2, 3)");
      assertThat(stage.undo(report.repairId(), COMMENTS))
          .extracting("undone", "refused")
          .containsExactly(2L, 1L);
      assertThat(
              stage.pairs("SELECT id, n FROM posts WHERE id IN (2, 3, 6) ORDER BY id").toString())
          .isEqualTo("{2=15, 3=11, 6=-1}");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void distinct_values_amounts_and_composite_keys_are_counted(DatabaseKind kind) {
    String odd = kind == DatabaseKind.MARIADB ? "a\"\\\\b" : "a\"\\b";
    AdoptedCounter users =
        CounterOf.named("post.users")
            .rows("comments", "post_id")
            .distinct("user_id")
            .stored("posts", "n", "id")
            .counter();
    AdoptedCounter sum =
        CounterOf.named("post.sum")
            .rows("comments", "post_id")
            .amount("amount * 2")
            .stored("posts", "n", "id")
            .counter();
    AdoptedCounter pairs =
        CounterOf.named("tally.rows")
            .rows("comments", "post_id", "status")
            .id("id")
            .stored("tallies", "n", "post", "status")
            .counter();
    try (Stage stage = new Stage(kind, FORUM)) {
      assertThat(Stage.drifts(stage.audit(users)))
          .containsExactly(
              "1: 2 / 1", "2: 5 / 1", "3: null / 1", "5: 0 / 1", "6: -1 / 0", "7: 77 / 1");
      assertThat(Stage.drifts(stage.audit(sum)))
          .containsExactly(
              "1: 2 / 6", "2: 5 / 0", "3: null / 8", "5: 0 / 30", "6: -1 / 0", "7: 77 / 18");
      stage.server.execute(
          "CREATE TABLE tallies (post bigint, status varchar(10), n integer, PRIMARY KEY (post, status))",
          "INSERT INTO tallies VALUES (1, 'ok', 9), (5, 'held?', 1), (5, '" + odd + "', 3)");
      assertThat(Stage.drifts(stage.audit(pairs)))
          .containsExactly("[\"1\",\"ok\"]: 9 / 2", "[\"5\",\"a\\\"\\\\b\"]: 3 / 0");
      RepairReport report = stage.repair(pairs);
      assertThat(Stage.corrected(report)).isEqualTo(2);
      assertThat(stage.audit(pairs).drifted()).isZero();
      stage.undo(report.repairId(), pairs);
      assertThat(Stage.drifts(stage.audit(pairs))).hasSize(2);
    }
  }

  /** Case 35: a total beyond the column's type is said, not wrapped and not clamped. */
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_truth_that_does_not_fit_is_an_overflow_and_stays_as_it_is(DatabaseKind kind) {
    String huge = "9223372036854775807";
    try (Stage stage =
        new Stage(
            kind,
            "CREATE TABLE posts (id bigint PRIMARY KEY, n bigint)",
            "CREATE TABLE views (post_id bigint, amount bigint)",
            "INSERT INTO posts VALUES (1, 5), (2, 5)",
            "INSERT INTO views VALUES (1, " + huge + "), (1, " + huge + "), (2, " + huge + ")")) {
      AdoptedCounter views =
          CounterOf.named("post.views")
              .rows("views", "post_id")
              .amount("amount")
              .stored("posts", "n", "id")
              .counter();
      AuditReport audit = stage.audit(views);
      assertThat(Stage.drifts(audit))
          .containsExactly("1: 5 / 18446744073709551614", "2: 5 / " + huge);
      assertThat(audit.verdicts().get(Verdict.OVERFLOW)).isEqualTo(1);
      RepairReport report = stage.repair(views);
      assertThat(report.counters().get(0))
          .extracting("corrected", "refused")
          .containsExactly(1L, 1L);
      assertThat(stage.pairs("SELECT id, n FROM posts ORDER BY id").toString())
          .isEqualTo("{1=5, 2=" + huge + "}");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void text_that_is_no_number_is_said_so(DatabaseKind kind) {
    String type = kind == DatabaseKind.SQLITE ? "integer" : "varchar(10)";
    try (Stage stage =
        new Stage(
            kind,
            "CREATE TABLE posts (id bigint PRIMARY KEY, n " + type + ")",
            "CREATE TABLE comments (id bigint PRIMARY KEY, post_id bigint)",
            "INSERT INTO posts VALUES (1, 'many'), (2, '01'), (3, '5'), (4, '')",
            "INSERT INTO comments VALUES (1, 2), (2, 3)")) {
      AdoptedCounter comments =
          CounterOf.named("post.comments")
              .rows("comments", "post_id")
              .id("id")
              .stored("posts", "n", "id")
              .counter();
      AuditReport audit = stage.audit(comments);
      assertThat(Stage.drifts(audit)).containsExactly("1: null / 0", "3: 5 / 1", "4: null / 0");
      assertThat(audit.verdicts().get(Verdict.NOT_A_NUMBER)).isEqualTo(2);
      assertThat(audit.net()).isEqualByComparingTo("4");
      if (kind == DatabaseKind.SQLITE) {
        RepairReport report = stage.repair(comments);
        assertThat(report.counters().get(0))
            .extracting("corrected", "refused")
            .containsExactly(1L, 2L);
      } else {
        assertThatThrownBy(() -> stage.repair(comments))
            .isInstanceOf(SourceRefusedException.class)
            .hasMessageContaining("post.comments")
            .hasMessageContaining("numeric");
      }
      assertThat(stage.pairs("SELECT id, n FROM posts ORDER BY id").get("1")).isEqualTo("many");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void decimals_are_exact_and_rounded_only_as_declared(DatabaseKind kind) {
    try (Stage stage =
        new Stage(
            kind,
            "CREATE TABLE bills (id bigint PRIMARY KEY, total decimal(12,3))",
            "CREATE TABLE bill_lines (bill_id bigint, price decimal(12,3))",
            "INSERT INTO bills VALUES (1, 0.300), (2, 1.005), (3, 1.014), (4, 0.700)",
            "INSERT INTO bill_lines VALUES (1, 0.1), (1, 0.2), (2, 1.004), (3, 1.005), (4, 0.1), (4, 0.7),"
                + " (4, -0.1)")) {
      CounterOf total =
          CounterOf.named("bill.total")
              .rows("bill_lines", "bill_id")
              .amount("price")
              .stored("bills", "total", "id");
      AuditReport exact = stage.audit(total.counter());
      assertThat(exact.drifts())
          .extracting(
              found ->
                  found.subject().key()
                      + " "
                      + Objects.requireNonNull(found.drift()).stripTrailingZeros())
          .containsExactlyInAnyOrder("2 0.001", "3 0.009");
      assertThat(stage.audit(total.scale(2).rounding(RoundingMode.DOWN).counter()).drifts())
          .extracting(found -> found.subject().key())
          .containsExactly("3");
      assertThat(stage.audit(total.rounding(RoundingMode.HALF_UP).counter()).drifts())
          .extracting(found -> found.subject().key())
          .containsExactly("2");
      RepairReport report = stage.repair(total.counter());
      assertThat(new BigDecimal(stage.pairs("SELECT id, total FROM bills WHERE id = 2").get("2")))
          .isEqualByComparingTo("1.00");
      stage.undo(report.repairId(), total.counter());
      assertThat(new BigDecimal(stage.pairs("SELECT id, total FROM bills WHERE id = 2").get("2")))
          .isEqualByComparingTo("1.005");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void inexact_columns_come_back_digit_by_digit(DatabaseKind kind) {
    try (Stage stage =
        new Stage(
            kind,
            "CREATE TABLE bills (id bigint PRIMARY KEY, total double precision)",
            "CREATE TABLE bill_lines (id bigint, bill_id bigint, price double precision)",
            "INSERT INTO bills VALUES (1, 0.3), (2, 0.7), (3, 880.3484)",
            "INSERT INTO bill_lines VALUES (1, 1, 0.1), (2, 1, 0.2), (3, 2, 0.1), (4, 3, 713.796)")) {
      AdoptedCounter total =
          CounterOf.named("bill.total")
              .rows("bill_lines", "bill_id")
              .amount("price")
              .id("id")
              .stored("bills", "total", "id")
              .counter();
      Map<String, String> before = stage.pairs("SELECT id, total FROM bills ORDER BY id");
      assertThat(stage.audit(total).drifted()).isEqualTo(2);
      RepairReport report = stage.repair(total);
      assertThat(stage.pairs("SELECT id, total FROM bills ORDER BY id").toString())
          .isEqualTo("{1=0.3, 2=0.1, 3=713.796}");
      assertThat(stage.audit(total).drifted()).isZero();
      stage.undo(report.repairId(), total);
      assertThat(stage.pairs("SELECT id, total FROM bills ORDER BY id")).isEqualTo(before);
    }
  }
}
