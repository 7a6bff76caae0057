package dev.trueup.redis.adopted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedFinding;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Subject;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.counter.Verdict;
import dev.trueup.error.UnavailableException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.adopted.JdbcCountedRows;
import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.servers.EmbeddedRedis;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import dev.trueup.time.Waiter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments in SQL, their numbers in Redis, written by an application that knows no Trueup. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdoptedOnRedisTest {
  private final ModelRepairLog log = new ModelRepairLog();
  private EmbeddedRedis server;
  private Redis redis;
  private TestDatabase rows;
  private Database database;

  @BeforeAll
  void start() {
    server = EmbeddedRedis.single();
    redis = Redis.open(RedisSettings.of("cache", server.url(), null, null));
    rows = Servers.sqlite().newDatabase();
    rows.execute("CREATE TABLE comments (id INTEGER PRIMARY KEY, post_id INTEGER)");
    database = Database.open(DatabaseSettings.of("app", rows.url(), null, null));
  }

  @AfterAll
  void stop() {
    database.close();
    rows.close();
    redis.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    redis.write("empty it", commands -> commands.flushall());
    rows.execute("DELETE FROM comments");
    comments(1, 1);
    comments(2, 2);
    comments(3, 3);
  }

  private void comments(int post, int number) {
    for (int i = 0; i < number; i++) {
      rows.execute("INSERT INTO comments (post_id) VALUES (" + post + ")");
    }
  }

  private void set(String key, String value) {
    redis.write("set", commands -> commands.set(key, value));
  }

  private void field(String key, String field, String value) {
    redis.write("set", commands -> commands.hset(key, field, value));
  }

  private String get(String key) {
    return redis.ask("get", commands -> commands.getrange(key, 0, -1));
  }

  private Map<String, String> hash(String key) {
    return redis.ask("get", commands -> commands.hgetall(key));
  }

  private PlacedCounter counter(String redisKey) {
    AdoptedCounter counter =
        new AdoptedCounter(
            "post.comments",
            new SourceDefinition(
                "app",
                "comments",
                null,
                null,
                List.of("post_id"),
                null,
                "1",
                null,
                RoundingMode.HALF_UP,
                null,
                "id",
                null,
                null,
                null,
                false),
            new TargetDefinition("cache", null, null, redisKey, List.of(), null, null, false),
            Duration.ofMillis(20));
    return new PlacedCounter(
        counter, new RedisAdoptedPlace(counter, new JdbcCountedRows(counter, database), redis));
  }

  private static AuditReport audit(PlacedCounter counter) {
    return AdoptedAudits.audit(counter.counter(), counter.place(), 100);
  }

  private AdoptedRepairs repairs(Waiter waiter) {
    return new AdoptedRepairs(log, InstantSource.system(), waiter);
  }

  private RepairReport repair(PlacedCounter counter, Waiter waiter) {
    return repairs(waiter).repair(List.of(counter), RepairOptions.DEFAULT, Watch.NONE);
  }

  private static Map<String, String> drifts(AuditReport report) {
    Map<String, String> drifts = new TreeMap<>();
    for (AdoptedFinding finding : report.drifts()) {
      BigDecimal drift = finding.drift();
      drifts.put(
          finding.subject().key(),
          finding.verdict().word() + (drift == null ? "" : " " + drift.toPlainString()));
    }
    return drifts;
  }

  @Test
  void everyKindOfWrongNumberIsFoundAndNothingElse() {
    set("post:1:comments", "1");
    set("post:2:comments", "5");
    set("post:3:comments", "three");
    set("post:4:comments", "4");
    set("post:5:comments", "0");
    comments(6, 1);
    comments(7, 1);
    comments(8, 2);
    redis.write("push", commands -> commands.rpush("post:7:comments", "a", "b"));
    redis.write("add", commands -> commands.sadd("post:8:comments", "x", "y", "z"));
    set("user:1:comments", "9");

    AuditReport report = audit(counter("post:<subject>:comments"));

    assertThat(drifts(report))
        .isEqualTo(
            Map.of(
                "2", "drift 3",
                "3", "not-a-number",
                "4", "drift 4",
                "7", "not-a-number",
                "8", "drift 1"));
    assertThat(report.subjects()).isEqualTo(7);
    assertThat(report.net()).isEqualByComparingTo("8");
    assertThat(report.verdicts()).containsEntry(Verdict.MISSING, 1L);
    assertThat(report.listed()).extracting(finding -> finding.subject().key()).contains("6");
    assertThat(report.notes()).anyMatch(note -> note.contains("two databases"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"post:<subject>:comments", "post:<subject>#comments", "n#<subject>"})
  void aRepairAddsWhatIsMissingAndAnUndoAddsTheOpposite(String redisKey) {
    KeyPattern pattern = KeyPattern.of("c", redisKey);
    for (int post = 1; post <= 4; post++) {
      var subject = new Subject(Integer.toString(post));
      String wrong = Integer.toString(post == 2 ? 2 : 7);
      if (pattern.fieldOf(subject).isEmpty()) {
        set(pattern.keyOf(subject), wrong);
      } else {
        field(pattern.keyOf(subject), pattern.fieldOf(subject), wrong);
      }
    }
    PlacedCounter counter = counter(redisKey);
    assertThat(drifts(audit(counter)))
        .isEqualTo(Map.of("1", "drift 6", "3", "drift 4", "4", "drift 7"));

    RepairReport report = repair(counter, duration -> {});

    assertThat(report.counters().get(0).corrected()).isEqualTo(3);
    assertThat(audit(counter).drifted()).isZero();
    String id = Objects.requireNonNull(report.repairId());
    assertThat(
            repairs(duration -> {})
                .undo(id, Map.of(counter.name(), counter), Duration.ZERO, Watch.NONE)
                .undone())
        .isEqualTo(3);
    assertThat(drifts(audit(counter)))
        .isEqualTo(Map.of("1", "drift 6", "3", "drift 4", "4", "drift 7"));
  }

  @Test
  void aMissingFieldOfAHashThatIsThereIsNullAndIsSetOnlyWhileItIsMissing() {
    field("post:1", "title", "one");
    field("post:2", "title", "two");
    field("post:5", "title", "five");
    PlacedCounter counter = counter("post:<subject>#comments");
    AuditReport found = audit(counter);
    assertThat(drifts(found)).isEqualTo(Map.of("1", "null -1", "2", "null -2"));
    assertThat(found.verdicts()).containsEntry(Verdict.MISSING, 1L).containsEntry(Verdict.NULL, 3L);

    RepairReport report = repair(counter, duration -> {});

    assertThat(report.counters().get(0).corrected()).isEqualTo(2);
    assertThat(hash("post:1")).containsEntry("comments", "1");
    assertThat(hash("post:3")).isEmpty();
    String id = Objects.requireNonNull(report.repairId());
    repairs(duration -> {}).undo(id, Map.of(counter.name(), counter), Duration.ZERO, Watch.NONE);
    assertThat(hash("post:1")).isEqualTo(Map.of("title", "one"));
  }

  @Test
  void whatMovesWhileItIsSampledIsUndecidedAndLeftAlone() {
    set("post:1:comments", "9");
    set("post:2:comments", "9");
    PlacedCounter counter = counter("post:<subject>:comments");

    RepairReport report =
        repair(
            counter,
            duration -> redis.write("count", commands -> commands.incr("post:1:comments")));

    assertThat(report.counters().get(0).found().undecided()).isEqualTo(1);
    assertThat(report.counters().get(0).corrected()).isEqualTo(1);
    assertThat(get("post:1:comments")).isEqualTo("11");
    assertThat(get("post:2:comments")).isEqualTo("2");
  }

  @Test
  void i2AnIncrementBetweenSampleAndCorrectionIsNeverLost() {
    PlacedCounter counter = counter("post:<subject>:comments");
    set("post:2:comments", "9");
    try (var session = counter.place().tryRepair().orElseThrow()) {
      var two = new Subject("2");
      var sample = session.sample(List.of(two)).get(0);
      var correction =
          new Correction(
              two, Correction.Kind.ADD, BigDecimal.valueOf(-7), sample.stored(), null, null);
      redis.write("count", commands -> commands.incr("post:2:comments"));

      assertThat(session.correct(List.of(correction), (a, b) -> List.of()).get(0).outcome())
          .isEqualTo(Correction.Outcome.CHANGED);

      assertThat(get("post:2:comments")).isEqualTo("10");
    }
  }

  @Test
  void aSetsSizeIsNotCorrectedAndNeitherIsWhatTheServerCannotAddTo() {
    redis.write("add", commands -> commands.sadd("post:1:comments", "x", "y"));
    set("post:2:comments", "007");
    set("post:3:comments", "7.5");
    PlacedCounter counter = counter("post:<subject>:comments");

    RepairReport report = repair(counter, duration -> {});

    assertThat(report.counters().get(0).corrected()).isZero();
    assertThat(report.counters().get(0).refused()).isEqualTo(3);
    assertThat(get("post:2:comments")).isEqualTo("007");
    assertThat(get("post:3:comments")).isEqualTo("7.5");
  }

  @Test
  void oneRepairerAtATimeAndItsRightEndsWithIt() {
    PlacedCounter counter = counter("post:<subject>:comments");
    try (var session = counter.place().tryRepair().orElseThrow()) {
      assertThat(counter.place().tryRepair()).isEmpty();
      redis.write("forget everything", commands -> commands.flushall());
      assertThatThrownBy(() -> session.sample(List.of()))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("right to repair post.comments was lost");
    }
    try (var session = counter.place().tryRepair().orElseThrow()) {
      assertThat(session.recordsTogether()).isFalse();
    }
    assertThat(counter.place().tryRepair()).isPresent();
  }

  @Test
  void manySubjectsWithAndWithoutRowsAreEachLookedAtOnce() {
    rows.execute(
        "INSERT INTO comments (post_id) WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1"
            + " FROM n WHERE i < 2509) SELECT i FROM n");
    Map<String, String> values = new HashMap<>();
    for (int post = 10; post < 5_010; post++) {
      values.put("post:" + post + ":comments", post < 2_510 ? "1" : "0");
    }
    redis.write("set", commands -> commands.mset(values));
    set("post:4999:comments", "3");

    AuditReport report = audit(counter("post:<subject>:comments"));

    assertThat(report.subjects()).isEqualTo(5_000);
    assertThat(drifts(report)).isEqualTo(Map.of("4999", "drift 3"));
  }
}
