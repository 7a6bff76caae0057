package dev.trueup.jdbc.adopted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.RepairReport;
import dev.trueup.counter.Verdict;
import dev.trueup.testkit.servers.DatabaseKind;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counters that went wrong in the field, adopted as they were left: the rows at the end of the case
 * and the number that the faulty application showed. The audit tells the difference, the repair
 * installs the right value, and the undo brings the wrong one back.
 */
class AdoptedFieldCasesTest {
  /**
   * A case.
   *
   * @param number in the list of field cases
   * @param rows what is left in the end: {@code id parent user kind flags}, one a line; a flag h is
   *     hidden by a moderator, a hidden by its author, o older than 30 days
   * @param shown what the application showed, by key
   * @param wanted what is right
   */
  record Case(int number, String rows, Map<String, String> shown, Map<String, Long> wanted) {
    @Override
    public String toString() {
      return "case " + number;
    }
  }

  static Case[] cases() {
    return new Case[] {
      new Case(1, "b P u2 -", Map.of("P", "0"), Map.of("P", 1L)),
      new Case(2, "", Map.of("P", "-1"), Map.of("P", 0L)),
      new Case(
          6,
          "a P u1 redeemed",
          Map.of("P/new", "0", "P/issued", "1", "P/redeemed", "0"),
          Map.of("P/new", 0L, "P/issued", 0L, "P/redeemed", 1L)),
      new Case(7, "a P u1 - a", Map.of("P", "-1", "u1", "-1"), Map.of("P", 0L, "u1", 0L)),
      new Case(10, "a Q u1 -\nb P u1 -", Map.of("P", "0", "Q", "1"), Map.of("P", 1L, "Q", 1L)),
      new Case(
          11,
          "a P u1 closed\nb Q u2 open\nc P u3 open",
          Map.of("P", "1", "P/closed", "1", "Q", "1", "Q/closed", "1"),
          Map.of("P", 2L, "P/closed", 1L, "Q", 1L, "Q/closed", 0L)),
      new Case(
          12, "b P u1 open", Map.of("P", "2", "P/closed", "1"), Map.of("P", 1L, "P/closed", 0L)),
      new Case(
          14,
          "a P u1 ok\nb P u1 held",
          Map.of("P/ok", "1", "P/held", "2", "u1/ok", "0"),
          Map.of("P/ok", 1L, "P/held", 1L, "u1/ok", 1L)),
      new Case(
          16,
          "a P u1 reply\nb P u2 like\nc P u3 like\nd P u4 repost",
          Map.of("P/reply", "4", "P/like", "2", "P/repost", "1"),
          Map.of("P/reply", 1L, "P/like", 2L, "P/repost", 1L)),
      new Case(17, "a P u1 -", Map.of("P", "0"), Map.of("P", 1L)),
      new Case(20, "", Map.of("P", "-1"), Map.of("P", 0L)),
      new Case(
          21,
          "1 P u -\n2 P u -\n3 P u -\n4 P u -\n5 P u -\n6 P u -\n7 P u -\n8 P u -\n9 P u -\n"
              + "10 P u -\na P u1 -\nb P u1 -",
          Map.of("P", "11"),
          Map.of("P", 12L)),
      new Case(34, "a P u1 -\nb P u1 -", Map.of("P", "null"), Map.of("P", 2L)),
      new Case(
          49,
          "a P u1 comment\nb P u1 like\nc P u2 post\nd P u3 like o",
          Map.of("active:P", "4"),
          Map.of("active:P", 2L)),
      new Case(52, "a P u1 -\nb P u1 -\nc P u1 -", Map.of("P", "0"), Map.of("P", 3L))
    };
  }

  private static final String VISIBLE = "flags NOT LIKE '%h%' AND flags NOT LIKE '%a%'";
  private static final AdoptedCounter BY_PARENT = counter("parent", "parent").counter();
  private static final AdoptedCounter BY_USER = counter("usr", "usr").counter();
  private static final AdoptedCounter BY_KIND = counter("parent_kind", "parent", "kind").counter();
  private static final AdoptedCounter BY_USER_KIND = counter("usr_kind", "usr", "kind").counter();
  private static final AdoptedCounter ACTIVE =
      counter("active", "parent")
          .where(VISIBLE + " AND flags NOT LIKE '%o%'")
          .distinct("usr")
          .counter();
  private static final AdoptedCounter[] ALL = {BY_PARENT, BY_USER, BY_KIND, BY_USER_KIND, ACTIVE};

  private static CounterOf counter(String table, String... subject) {
    String[] key = subject.length == 1 ? new String[] {"one"} : new String[] {"one", "two"};
    return CounterOf.named("case." + table)
        .rows("case_rows", subject)
        .where(VISIBLE)
        .id("id")
        .stored("by_" + table, "n", key);
  }

  private abstract static class OnDatabase {
    private final Stage stage;

    OnDatabase(DatabaseKind kind) {
      stage =
          new Stage(
              kind,
              "CREATE TABLE case_rows (id varchar(20) PRIMARY KEY, parent varchar(20), usr"
                  + " varchar(20), kind varchar(20), flags varchar(20))",
              table("parent"),
              table("usr"),
              table("parent_kind"),
              table("usr_kind"),
              table("active"));
    }

    private static String table(String name) {
      return "CREATE TABLE by_%s (one varchar(20), two varchar(20), n bigint, PRIMARY KEY (one, two))"
          .formatted(name);
    }

    @AfterAll
    void end() {
      stage.close();
    }

    @ParameterizedTest
    @MethodSource("dev.trueup.jdbc.adopted.AdoptedFieldCasesTest#cases")
    void the_right_value_is_installed_and_the_wrong_one_comes_back_on_undo(Case one) {
      clear();
      one.rows()
          .lines()
          .map(line -> line.split(" "))
          .forEach(
              row ->
                  stage.server.execute(
                      "INSERT INTO case_rows VALUES ('%s', '%s', '%s', '%s', '%s')"
                          .formatted(
                              row[0], row[1], row[2], row[3], row.length > 4 ? row[4] : "")));
      one.shown()
          .forEach(
              (key, value) ->
                  stage.server.execute(
                      "INSERT INTO %s VALUES ('%s', '%s', %s)"
                          .formatted(tableOf(key), first(key), second(key), value)));
      Map<String, String> before = shown(one);

      RepairReport report = stage.repair(ALL);
      Map<String, String> right = new TreeMap<>();
      one.wanted().forEach((key, value) -> right.put(key, value.toString()));
      assertThat(shown(one)).isEqualTo(right);
      for (AdoptedCounter counter : ALL) {
        assertThat(stage.audit(counter).drifted()).isZero();
      }
      stage.undo(Objects.requireNonNull(report.repairId()), ALL);
      assertThat(shown(one)).isEqualTo(before);
    }

    private void clear() {
      stage.server.execute(
          "DELETE FROM case_rows",
          "DELETE FROM by_parent",
          "DELETE FROM by_usr",
          "DELETE FROM by_parent_kind",
          "DELETE FROM by_usr_kind",
          "DELETE FROM by_active");
    }

    private Map<String, String> shown(Case one) {
      Map<String, String> shown = new TreeMap<>();
      for (String key : one.shown().keySet()) {
        String query =
            "SELECT one, n FROM %s WHERE one = '%s' AND two = '%s'"
                .formatted(tableOf(key), first(key), second(key));
        shown.put(key, String.valueOf(stage.pairs(query).get(first(key))));
      }
      return shown;
    }

    private static String tableOf(String key) {
      String side = key.startsWith("u") ? "usr" : "parent";
      return key.startsWith("active:")
          ? "by_active"
          : key.contains("/") ? "by_" + side + "_kind" : "by_" + side;
    }

    private static String first(String key) {
      return key.replace("active:", "").replaceFirst("/.*", "");
    }

    private static String second(String key) {
      return key.contains("/") ? key.replaceFirst(".*/", "") : "";
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnPostgreSql extends OnDatabase {
    OnPostgreSql() {
      super(DatabaseKind.POSTGRESQL);
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnMariaDb extends OnDatabase {
    OnMariaDb() {
      super(DatabaseKind.MARIADB);
    }

    /** Case 35, in the types of the report: the unsigned limit sticks, the signed one wraps. */
    @ParameterizedTest
    @MethodSource("types")
    void a_total_that_a_narrow_type_cannot_hold_is_an_overflow(String type, String shown) {
      try (Stage narrow =
          new Stage(
              DatabaseKind.MARIADB,
              "CREATE TABLE totals (id varchar(5) PRIMARY KEY, n " + type + ")",
              "CREATE TABLE hits (id bigint PRIMARY KEY, subject varchar(5), amount bigint)",
              "INSERT INTO totals VALUES ('P', " + shown + ")",
              "INSERT INTO hits VALUES (1, 'P', " + shown + "), (2, 'P', 10)")) {
        AdoptedCounter hits =
            CounterOf.named("case.hits")
                .rows("hits", "subject")
                .amount("amount")
                .id("id")
                .stored("totals", "n", "id")
                .counter();
        AuditReport audit = narrow.audit(hits);
        assertThat(audit.drifts()).extracting("verdict").containsExactly(Verdict.OVERFLOW);
        assertThat(audit.drifts().get(0).truth().longValueExact())
            .isEqualTo(Long.parseLong(shown) + 10);
        assertThat(Stage.corrected(narrow.repair(hits))).isZero();
        assertThat(narrow.pairs("SELECT id, n FROM totals")).isEqualTo(Map.of("P", shown));

        narrow.server.execute("ALTER TABLE totals MODIFY n bigint");
        assertThat(Stage.corrected(narrow.repair(hits))).isEqualTo(1);
        assertThat(narrow.pairs("SELECT id, n FROM totals").get("P"))
            .isEqualTo(Long.toString(Long.parseLong(shown) + 10));
      }
    }

    static String[][] types() {
      return new String[][] {{"int", "2147483640"}, {"int unsigned", "4294967290"}};
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnSqlite extends OnDatabase {
    OnSqlite() {
      super(DatabaseKind.SQLITE);
    }
  }
}
