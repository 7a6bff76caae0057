package dev.trueup.mongodb.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.DriftHistory;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.record.DriftHistorySuite;
import dev.trueup.testkit.record.RepairLogSuite;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The record in MongoDB, and what a writer leaves that dies between two of its documents. */
class MongoRecordTest implements RepairLogSuite, DriftHistorySuite {
  private final List<MongoRepairLog> logs = new ArrayList<>();
  private TestMongo server;
  private DocumentDatabase database;

  @BeforeEach
  void openDatabase() {
    server = TestMongo.newDatabase();
    database = server.open();
  }

  @AfterEach
  void closeDatabase() {
    logs.forEach(MongoRepairLog::close);
    database.close();
    server.close();
  }

  @Override
  public RepairLog anotherLog() {
    MongoRepairLog log = MongoRepairLog.prepared(database);
    logs.add(log);
    return log;
  }

  @Override
  public void end(RepairLog log) {
    ((MongoRepairLog) log).close();
  }

  @Override
  public DriftHistory history() {
    MongoDriftHistory history = new MongoDriftHistory(database);
    history.prepare();
    return history;
  }

  @Test
  void askingWhetherThereIsARecordMakesNone() {
    assertThat(MongoRepairLog.isIn(database)).isFalse();
    assertThat(MongoRepairLog.isIn(database)).isFalse();
    anotherLog();
    assertThat(MongoRepairLog.isIn(database)).isTrue();
  }

  @Test
  void aBatchWhoseWriterDiedBeforeItsEntriesIsFinishedByWhoeverReadsNext() {
    RepairLog log = anotherLog();
    String repair = log.open(NOW).id();
    RepairEntry first = RepairLogSuite.entry(repair, "a", "1", BigDecimal.ONE, null);
    RepairEntry second = RepairLogSuite.entry(repair, "a", "2", BigDecimal.TEN, null);
    leave(7, List.of(first, second));

    assertThat(anotherLog().newest("a", second.subject())).contains(second);
    assertThat(log.entries(repair, null, null, 10)).containsExactly(first, second);
    assertThat(database.collection("trueup_repair_batches").countDocuments()).isZero();
  }

  @Test
  void aBatchThatDiedHalfWayDoesNotUndoWhatWasRecordedSince() {
    RepairLog log = anotherLog();
    String repair = log.open(NOW).id();
    RepairEntry first = RepairLogSuite.entry(repair, "a", "1", BigDecimal.ONE, null);
    RepairEntry second = RepairLogSuite.entry(repair, "a", "2", BigDecimal.TEN, null);
    log.record(List.of(first, second));
    RepairEntry applied = first.become(RepairEntry.State.APPLIED, NOW.plusSeconds(1));
    log.record(List.of(applied));
    // A slow reader has still the first batch in hand, and puts it on record once more.
    leave(1, List.of(first, second));

    assertThat(log.entries(repair, null, null, 10)).containsExactly(applied, second);
  }

  @Test
  void anIntentionThatWasOnlyInABatchBecomesUnknownToo() {
    RepairLog dying = anotherLog();
    Repair abandoned = dying.open(NOW);
    RepairEntry intended = RepairLogSuite.entry(abandoned.id(), "a", "1", BigDecimal.ONE, null);
    leave(7, List.of(intended));
    end(dying);

    assertThat(anotherLog().interruptAbandoned(NOW)).hasSize(1);

    assertThat(anotherLog().entries(abandoned.id(), null, null, 10))
        .containsExactly(intended.become(RepairEntry.State.UNKNOWN, NOW));
  }

  @Test
  void anInterruptionThatDiedHalfWayIsFinishedByTheNext() {
    RepairLog dying = anotherLog();
    Repair abandoned = dying.open(NOW);
    RepairEntry intended = RepairLogSuite.entry(abandoned.id(), "a", "1", BigDecimal.ONE, null);
    dying.record(List.of(intended));
    end(dying);
    // It took the repair, and died; its lease has ended.
    RepairDocuments repairs = new RepairDocuments(database, MongoRepairLog.HELD);
    assertThat(repairs.take(abandoned.id(), "another")).isTrue();
    assertThat(anotherLog().interruptAbandoned(NOW)).isEmpty();
    repairs.giveBack("another");

    assertThat(anotherLog().interruptAbandoned(NOW)).hasSize(1);
    assertThat(anotherLog().entries(abandoned.id(), null, null, 10))
        .containsExactly(intended.become(RepairEntry.State.UNKNOWN, NOW));
  }

  /** What a writer leaves that dies right after the document that is the record. */
  private void leave(long sequence, List<RepairEntry> entries) {
    database
        .collection("trueup_repair_batches")
        .insertOne(
            new Document("_id", sequence)
                .append("entries", entries.stream().map(StoredEntry::write).toList()));
  }
}
