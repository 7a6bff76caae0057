package dev.trueup.mongodb.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.store.SourceSnapshot.Fact;
import dev.trueup.store.SourceSnapshot.Truth;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a source of facts has to answer, on collections. */
class MongoFactSourceTest {
  private static final Instant NINE = Instant.parse("2026-03-01T09:00:00Z");
  private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");

  private TestMongo server;
  private DocumentDatabase database;

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

  private static Document comment(Object id, @Nullable Object post, @Nullable String created) {
    Document comment = new Document("_id", id).append("post_id", post);
    if (created != null) {
      comment.append("created_at", Date.from(Instant.parse("2026-03-01T" + created + "Z")));
    }
    return comment;
  }

  private static Document deleted(Document comment, String at) {
    return comment.append("deleted_at", Date.from(Instant.parse("2026-03-01T" + at + "Z")));
  }

  private void insert(Document... comments) {
    database.collection("comments").insertMany(List.of(comments));
  }

  private static SourceDefinition definition(
      List<String> subject, @Nullable String where, String amount, boolean immutable) {
    return new SourceDefinition(
        "docs",
        null,
        null,
        "comments",
        subject,
        where,
        amount,
        null,
        RoundingMode.HALF_UP,
        null,
        null,
        "created_at",
        "deleted_at",
        null,
        immutable);
  }

  private SourceSnapshot snapshot(SourceDefinition definition) {
    return new MongoFactSource(database, definition).open();
  }

  private SourceSnapshot snapshot() {
    return snapshot(definition(List.of("post_id"), null, "1", false));
  }

  private static Subject post(Object key) {
    return new Subject(key.toString());
  }

  private static Truth count(SourceSnapshot snapshot, Subject subject, Instant before) {
    return snapshot.count(List.of(subject), before, null).getOrDefault(subject, Truth.ZERO);
  }

  @Test
  void factsBeforeTheBoundaryCountAndThoseAtItDoNot() {
    insert(
        comment(1, 7, "09:59:59.999"),
        comment(2, 7, "10:00:00"),
        comment(3, 8, "09:00:00"),
        comment(4, null, "09:00:00"));
    try (SourceSnapshot snapshot = snapshot()) {
      assertThat(snapshot.count(List.of(post(7), post(8), post(9)), TEN, null))
          .isEqualTo(
              Map.of(post(7), new Truth(1, 1), post(8), new Truth(1, 1), post(9), Truth.ZERO));
      assertThat(count(snapshot, post(7), TEN.plusNanos(1_000)).value()).isEqualTo(2);
    }
  }

  @Test
  void aFactWithoutACreatedStampWasThereBeforeAll() {
    insert(comment(1, 7, null), comment(2, 8, null).append("created_at", null));
    try (SourceSnapshot snapshot = snapshot()) {
      assertThat(count(snapshot, post(7), NINE).value()).isEqualTo(1);
      assertThat(count(snapshot, post(8), NINE).value()).isEqualTo(1);
      assertThat(snapshot.tail(post(7), new Watermark(NINE, NINE))).isZero();
      assertThat(snapshot.changedSince(NINE, NINE, null, 10)).isEmpty();
      assertThat(snapshot.changedSince(Windows.BEFORE_ALL, NINE, null, 10))
          .containsExactly(post(7), post(8));
      assertThat(snapshot.factsById(post(7), List.of("1")))
          .containsExactly(new Fact("1", Windows.BEFORE_ALL, 1, true));
    }
  }

  @Test
  void predicateAndAmountAreTheUsersOwn() {
    insert(
        comment(1, 7, "09:00:00").append("status", "approved").append("votes", 5),
        comment(2, 7, "09:00:00").append("status", "spam").append("votes", 100),
        comment(3, 7, "09:00:00").append("status", "approved").append("votes", -2L));
    String approved = "{\"status\": \"approved\"}";
    String signs = "{\"$cond\": [{\"$gt\": [\"$votes\", 0]}, \"$votes\", -20]}";
    try (SourceSnapshot field = snapshot(definition(List.of("post_id"), approved, "votes", false));
        SourceSnapshot expression =
            snapshot(definition(List.of("post_id"), approved, signs, false));
        SourceSnapshot three = snapshot(definition(List.of("post_id"), approved, "3", false))) {
      assertThat(count(field, post(7), TEN)).isEqualTo(new Truth(3, 2));
      assertThat(count(expression, post(7), TEN)).isEqualTo(new Truth(-15, 2));
      assertThat(count(three, post(7), TEN)).isEqualTo(new Truth(6, 2));
    }
  }

  @Test
  void sumsThatAServerWouldWrapOrRoundAreAddedExactly() {
    insert(
        comment(1, 7, "09:00:00").append("votes", Long.MAX_VALUE),
        comment(2, 7, "09:00:00").append("votes", 5),
        comment(3, 7, "09:00:00").append("votes", -6L),
        comment(4, 8, "09:00:00").append("votes", 2.0),
        comment(5, 8, "09:00:00").append("votes", Decimal128.parse("3.0")),
        comment(6, 8, "09:00:00"));
    try (SourceSnapshot snapshot = snapshot(definition(List.of("post_id"), null, "votes", false))) {
      assertThat(count(snapshot, post(7), TEN)).isEqualTo(new Truth(Long.MAX_VALUE - 1, 3));
      assertThat(count(snapshot, post(8), TEN)).isEqualTo(new Truth(5, 3));
    }
    insert(comment(7, 7, "09:00:00").append("votes", 100L));
    try (SourceSnapshot snapshot = snapshot(definition(List.of("post_id"), null, "votes", false))) {
      assertThatThrownBy(() -> count(snapshot, post(7), TEN))
          .isInstanceOf(SourceRefusedException.class)
          .hasMessageContaining("64 bits");
    }
  }

  @Test
  void amountsThatAreNoWholeNumbersAreRefusedNotOverlooked() {
    insert(
        comment(1, 7, "09:00:00").append("votes", 1.5),
        comment(2, 8, "09:00:00").append("votes", "3"),
        comment(3, 8, "09:00:00").append("votes", 1));
    try (SourceSnapshot snapshot = snapshot(definition(List.of("post_id"), null, "votes", false))) {
      assertThatThrownBy(() -> count(snapshot, post(7), TEN))
          .isInstanceOf(SourceRefusedException.class);
      assertThatThrownBy(() -> count(snapshot, post(8), TEN))
          .isInstanceOf(SourceRefusedException.class)
          .hasMessageContaining("no number");
    }
  }

  @Test
  void aDeletedFactDoesNotCountUnlessTheQuestionIsAsOfEarlier() {
    insert(
        deleted(comment(1, 7, "09:00:00"), "10:00:00"),
        deleted(comment(2, 7, "09:00:00"), "09:59:59"),
        comment(3, 7, "09:00:00"));
    try (SourceSnapshot snapshot = snapshot(definition(List.of("post_id"), null, "1", true))) {
      assertThat(count(snapshot, post(7), TEN).value()).isEqualTo(1);
      assertThat(snapshot.count(List.of(post(7)), TEN, TEN))
          .containsEntry(post(7), new Truth(2, 2));
      assertThat(snapshot.count(List.of(post(7)), TEN, NINE))
          .containsEntry(post(7), new Truth(3, 3));
    }
  }

  @Test
  void theTailIsWhatCameAfterTheWatermarkLessWhatWentSince() {
    insert(
        deleted(comment(1, 7, "09:00:00"), "10:30:00"),
        comment(2, 7, "10:00:00"),
        comment(3, 7, "10:10:00"),
        deleted(comment(4, 7, "10:10:00"), "10:20:00"),
        comment(5, 8, "10:10:00"));
    Watermark watermark = new Watermark(TEN, TEN);
    try (SourceSnapshot mutable = snapshot();
        SourceSnapshot immutable = snapshot(definition(List.of("post_id"), null, "1", true))) {
      assertThat(mutable.tail(post(7), watermark)).isEqualTo(2);
      assertThat(immutable.tail(post(7), watermark)).isEqualTo(1);
      assertThat(immutable.tail(post(9), watermark)).isZero();
    }
  }

  @Test
  void subjectsThatChangedAreThoseWithFactsCreatedOrDeletedSince() {
    insert(
        comment(1, 7, "09:00:00"),
        comment(2, 8, "10:00:00"),
        deleted(comment(3, 9, "09:00:00"), "10:00:00"),
        deleted(comment(4, 10L, "09:00:00"), "09:30:00"),
        comment(5, null, "10:00:00"));
    try (SourceSnapshot snapshot = snapshot()) {
      assertThat(snapshot.changedSince(TEN, TEN, null, 10)).containsExactly(post(8), post(9));
      assertThat(snapshot.changedSince(TEN, TEN, post(8), 10)).containsExactly(post(9));
      assertThat(snapshot.changedSince(TEN, TEN, null, 1)).containsExactly(post(8));
      assertThat(snapshot.subjects(null, 10)).containsExactly(post(7), post(8), post(9), post(10));
      assertThat(snapshot.subjects(post(9), 10)).containsExactly(post(10));
      assertThat(snapshot.subjectsEstimate()).hasValue(4);
    }
  }

  @Test
  void factsAreFoundByIdAndByWhatARecountSawThatTheOneBeforeDidNot() {
    insert(
        comment(1, 7, "09:30:00").append("status", "ok"),
        comment(2, 7, "09:30:00").append("status", "spam"),
        deleted(comment(3, 7, "08:00:00"), "09:15:00").append("status", "ok"),
        comment(4, 7, "10:00:00").append("status", "ok"),
        comment(5, 8, "09:30:00").append("status", "ok"));
    try (SourceSnapshot snapshot =
        snapshot(definition(List.of("post_id"), "{\"status\": \"ok\"}", "3", false))) {
      Watermark from = new Watermark(NINE, NINE);
      Watermark to = new Watermark(TEN, TEN);
      assertThat(snapshot.factsBetween(post(7), from, to, 10))
          .containsExactlyInAnyOrder(
              new Fact("1", NINE.plusSeconds(1800), 3, true),
              new Fact("3", NINE.minusSeconds(3600), 3, false));
      assertThat(snapshot.factsById(post(7), List.of("2", "4", "5", "no", "04")))
          .containsExactly(
              new Fact("2", NINE.plusSeconds(1800), 3, false), new Fact("4", TEN, 3, true));
      assertThat(snapshot.factsBetween(post(7), from, to, 1)).hasSize(1);
    }
  }

  @Test
  void theNewestStampIsTheLatestOfCreatedAndDeleted() {
    insert(comment(1, 7, "09:00:00").append("status", "other"));
    SourceDefinition ok = definition(List.of("post_id"), "{\"status\": \"ok\"}", "1", false);
    try (SourceSnapshot snapshot = snapshot(ok)) {
      assertThat(snapshot.newestStamp()).isEmpty();
    }
    insert(deleted(comment(2, 7, "09:00:00").append("status", "ok"), "10:00:00"));
    try (SourceSnapshot snapshot = snapshot(ok)) {
      assertThat(snapshot.newestStamp()).contains(TEN);
    }
  }

  @Test
  void keysOfEveryTypeAreFoundAgainByTheirText() {
    ObjectId objectId = new ObjectId();
    UUID uuid = UUID.fromString("0f0e0d0c-0b0a-0908-0706-050403020100");
    byte[] bytes = new byte[16];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (15 - i);
    }
    List<Object> keys =
        List.of(
            "$1",
            "a b",
            42,
            -7L,
            12.0,
            Decimal128.parse("9007199254740993"),
            objectId,
            new Binary((byte) 4, bytes),
            Date.from(NINE));
    int id = 0;
    for (Object key : keys) {
      insert(comment(id++, key, "09:00:00"));
    }
    try (SourceSnapshot snapshot = snapshot()) {
      List<Subject> subjects = new ArrayList<>();
      for (Object key : keys) {
        subjects.add(new Subject(String.valueOf(KeyValues.text(key, "here"))));
      }
      assertThat(subjects).contains(post("12"), post("9007199254740993"), post(uuid));
      Map<Subject, Truth> truths = snapshot.count(subjects, TEN, null);
      for (Subject subject : subjects) {
        assertThat(truths).containsEntry(subject, new Truth(1, 1));
      }
    }
  }

  @Test
  void subjectsOfSeveralTypesCannotBeListedAndAreRefused() {
    insert(comment(1, 7, "09:00:00"), comment(2, "seven", "09:00:00"));
    try (SourceSnapshot snapshot = snapshot()) {
      assertThatThrownBy(() -> snapshot.subjects(null, 10))
          .isInstanceOf(SourceRefusedException.class)
          .hasMessageContaining("several types");
    }
  }

  @Test
  void aCompositeSubjectIsPagedInItsOwnOrder() {
    int id = 0;
    for (int user = 1; user <= 3; user++) {
      for (String kind : List.of("a", "b\"", "c")) {
        insert(comment(id++, user, "09:00:00").append("kind", kind));
        insert(comment(id++, user, "09:00:00").append("kind", kind));
      }
    }
    try (SourceSnapshot snapshot =
        snapshot(definition(List.of("post_id", "kind"), null, "1", false))) {
      List<Subject> all = new ArrayList<>();
      List<Subject> page = snapshot.subjects(null, 2);
      while (!page.isEmpty()) {
        all.addAll(page);
        page = snapshot.subjects(page.get(page.size() - 1), 2);
      }
      assertThat(all).hasSize(9).doesNotHaveDuplicates().contains(post("[\"2\",\"b\\\"\"]"));
      assertThat(snapshot.count(all, TEN, null).values()).containsOnly(new Truth(2, 2));
    }
  }

  @Test
  void aStampThatIsNoDateIsRefusedNotOverlooked() {
    insert(comment(1, 7, "09:00:00"), comment(2, 7, null).append("created_at", "yesterday"));
    try (SourceSnapshot snapshot = snapshot()) {
      assertThatThrownBy(() -> count(snapshot, post(7), TEN))
          .isInstanceOf(SourceRefusedException.class)
          .hasMessageContaining("yesterday");
    }
  }

  @Test
  void aSourceThatCannotBeCountedAsConfiguredIsRefused() {
    assertThatThrownBy(this::snapshot)
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContaining("comments");
    assertThatThrownBy(() -> snapshot(definition(List.of("post_id"), "status = 'ok'", "1", false)))
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContaining("no JSON filter");
    assertThatThrownBy(() -> snapshot(definition(List.of("post_id"), null, "{$cond", false)))
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContaining("no JSON expression");
  }
}
