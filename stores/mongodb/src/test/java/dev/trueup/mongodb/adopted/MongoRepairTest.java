package dev.trueup.mongodb.adopted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedFinding;
import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.counter.Verdict;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.time.Waiter;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is added to which field, and what is left alone. */
class MongoRepairTest {
  private static final AdoptedCounter COUNTER =
      counter("post.comments", "comments", "post", "{\"status\": \"ok\"}", "1", "posts", "stats.n");

  private final ModelRepairLog log = new ModelRepairLog();
  private TestMongo server;
  private DocumentDatabase database;

  private static AdoptedCounter counter(
      String name,
      String facts,
      String subject,
      @Nullable String where,
      String amount,
      String target,
      String column) {
    return new AdoptedCounter(
        name,
        new SourceDefinition(
            "docs",
            null,
            null,
            facts,
            List.of(subject),
            where,
            amount,
            null,
            RoundingMode.HALF_UP,
            null,
            null,
            null,
            null,
            null,
            false),
        new TargetDefinition("docs", null, target, null, List.of("_id"), column, null, false),
        Duration.ofSeconds(30));
  }

  @BeforeEach
  void open() {
    server = TestMongo.newDatabase();
    database = server.open();
  }

  @AfterEach
  void close() {
    database.close();
    server.close();
  }

  private void comments(Object post, int number) {
    for (int i = 0; i < number; i++) {
      database.collection("comments").insertOne(new Document("post", post).append("status", "ok"));
    }
    database.collection("comments").insertOne(new Document("post", post).append("status", "spam"));
  }

  private void post(Object id, @Nullable Object number) {
    database
        .collection("posts")
        .insertOne(new Document("_id", id).append("stats", new Document("n", number)));
  }

  private void postWithout(Object id) {
    database.collection("posts").insertOne(new Document("_id", id).append("stats", new Document()));
  }

  private @Nullable Object number(Object id) {
    Document post =
        Objects.requireNonNull(database.collection("posts").find(new Document("_id", id)).first());
    return post.get("stats", Document.class).get("n");
  }

  private PlacedCounter placed() {
    return MongoPlaces.place(COUNTER, new MongoCountedRows(COUNTER, database), database);
  }

  private Map<String, Verdict> verdicts() {
    Map<String, Verdict> verdicts = new HashMap<>();
    AdoptedAudits.audit(
        COUNTER,
        placed().place(),
        100,
        finding -> verdicts.put(finding.subject().key(), finding.verdict()),
        Watch.NONE);
    return verdicts;
  }

  private AdoptedRepairs repairs(Waiter waiter) {
    return new AdoptedRepairs(log, InstantSource.system(), waiter);
  }

  private RepairReport repair(Waiter waiter) {
    return repairs(waiter).repair(List.of(placed()), RepairOptions.DEFAULT, Watch.NONE);
  }

  private void oneOfEachKind() {
    for (int id = 1; id <= 10; id++) {
      comments(id, 3);
    }
    post(1, 5);
    post(2, 5L);
    post(3, 5.0);
    post(4, Decimal128.parse("5.00"));
    post(5, null);
    postWithout(6);
    post(7, "5");
    post(8, 3);
    post(9, Double.NaN);
    post(11, null);
  }

  @Test
  void everyTypeOfFieldHasItsVerdict() {
    oneOfEachKind();

    assertThat(verdicts())
        .isEqualTo(
            Map.of(
                "1", Verdict.DRIFT,
                "2", Verdict.DRIFT,
                "3", Verdict.DRIFT,
                "4", Verdict.DRIFT,
                "5", Verdict.NULL,
                "6", Verdict.NULL,
                "7", Verdict.NOT_A_NUMBER,
                "9", Verdict.NOT_A_NUMBER,
                "10", Verdict.MISSING,
                "11", Verdict.NULL));
  }

  @Test
  void aRepairAddsInTheTypeThatIsThereAndCreatesNoDocumentAndAnUndoTakesItBack() {
    oneOfEachKind();

    RepairReport report = repair(pause -> {});

    RepairReport.CounterRepair repaired = report.counters().get(0);
    assertThat(repaired.corrected()).isEqualTo(6);
    assertThat(repaired.refused()).isEqualTo(2);
    assertThat(number(1)).isEqualTo(3);
    assertThat(number(2)).isEqualTo(3L);
    assertThat(number(3)).isEqualTo(3.0);
    assertThat(number(4)).isEqualTo(Decimal128.parse("3.00"));
    assertThat(number(5)).isEqualTo(3L);
    assertThat(number(6)).isEqualTo(3L);
    assertThat(number(7)).isEqualTo("5");
    assertThat(database.collection("posts").countDocuments()).isEqualTo(10);

    UndoReport undone =
        repairs(pause -> {})
            .undo(
                Objects.requireNonNull(report.repairId()),
                Map.of(COUNTER.name(), placed()),
                Duration.ZERO,
                Watch.NONE);

    assertThat(undone.undone()).isEqualTo(6);
    assertThat(number(1)).isEqualTo(5);
    assertThat(number(2)).isEqualTo(5L);
    assertThat(number(3)).isEqualTo(5.0);
    assertThat(number(5)).isNull();
    assertThat(number(6)).isNull();
  }

  @Test
  void i2AnIncrementBetweenSamplesLeavesTheSubjectUndecidedAndUntouched() {
    comments(1, 3);
    comments(2, 3);
    post(1, 5);
    post(2, 5);

    RepairReport report =
        repair(
            pause ->
                database
                    .collection("posts")
                    .updateOne(
                        new Document("_id", 1), new Document("$inc", new Document("stats.n", 1))));

    assertThat(report.counters().get(0).corrected()).isEqualTo(1);
    assertThat(report.counters().get(0).found().undecided()).isEqualTo(1);
    assertThat(number(1)).isEqualTo(7);
    assertThat(number(2)).isEqualTo(3);
  }

  @Test
  void aTruthThatDoesNotFitTheFieldsTypeIsAnOverflowAndNeverChangesTheType() {
    AdoptedCounter large = counter("post.views", "views", "post", null, "n", "posts", "stats.n");
    database.collection("views").insertOne(new Document("post", 1).append("n", 1L << 40));
    database.collection("views").insertOne(new Document("post", 2).append("n", 1L << 40));
    post(1, 5);
    post(2, 5L);
    PlacedCounter placed =
        MongoPlaces.place(large, new MongoCountedRows(large, database), database);

    RepairReport report =
        repairs(pause -> {}).repair(List.of(placed), RepairOptions.DEFAULT, Watch.NONE);

    assertThat(report.counters().get(0).found().drifts())
        .extracting(AdoptedFinding::verdict)
        .containsExactlyInAnyOrder(Verdict.OVERFLOW, Verdict.DRIFT);
    assertThat(number(1)).isEqualTo(5);
    assertThat(number(2)).isEqualTo(1L << 40);
  }

  @Test
  void oneRepairerAtATimeHasTheLease() {
    comments(1, 1);
    post(1, 1);
    AdoptedPlace place = placed().place();
    try (AdoptedPlace.RepairSession held = place.tryRepair().orElseThrow()) {
      assertThat(place.tryRepair()).isEmpty();
      assertThat(held.sample(List.of())).isEmpty();
    }
    AdoptedPlace.RepairSession next = place.tryRepair().orElseThrow();
    next.close();
  }

  @Test
  void collectionsThatAreNotThereAreRefused() {
    assertThatThrownBy(this::placed)
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContaining("comments");
  }

  private static final AdoptedCounter TOGETHER =
      new AdoptedCounter(
          "post.comments",
          COUNTER.source(),
          new TargetDefinition("docs", null, "posts", null, List.of("_id"), "stats.n", null, true),
          COUNTER.settle());

  @Test
  void withoutSnapshotsWhatIsWrittenInOneTransactionIsConfirmedBySamplesAllTheSame() {
    comments(1, 1);
    post(1, 1);
    Assumptions.assumeFalse(database.hasSnapshots(), "this deployment has snapshots");
    PlacedCounter placed =
        MongoPlaces.place(TOGETHER, new MongoCountedRows(TOGETHER, database), database);
    assertThat(placed.counter().target().sameTransaction()).isFalse();
    assertThat(placed.place().notes()).anyMatch(note -> note.startsWith("same-transaction"));
  }

  @Test
  void withSnapshotsOneSampleIsEnoughForWhatIsWrittenInOneTransaction() {
    Assumptions.assumeTrue(
        database.hasSnapshots(), "a replica set of MongoDB 5.0 or newer: not observable here");
    comments(1, 3);
    post(1, 5);
    comments(2, 1);
    post(2, 1);
    PlacedCounter placed =
        MongoPlaces.place(TOGETHER, new MongoCountedRows(TOGETHER, database), database);
    assertThat(placed.counter().target().sameTransaction()).isTrue();
    assertThat(AdoptedAudits.audit(placed.counter(), placed.place(), 10).drifted()).isEqualTo(1);

    Waiter never =
        duration -> {
          throw new AssertionError("waited, though rows and number were read together");
        };
    RepairReport report = repairs(never).repair(List.of(placed), RepairOptions.DEFAULT, Watch.NONE);

    assertThat(report.counters().get(0).corrected()).isEqualTo(1);
    assertThat(number(1)).isEqualTo(3);
  }
}
