package dev.trueup;

import static dev.trueup.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.events.Event;
import dev.trueup.events.Events;
import dev.trueup.events.SealLimits;
import dev.trueup.testkit.servers.EmbeddedMongo;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of events in MongoDB that somebody else wrote to, and what heals them. */
class HealedEventsTest {
  private static final String VIEWS = "page.views";
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  /** Long ago, and not sealed before the first seal. */
  private final Instant late = now.minusSeconds(3_600);

  private static TrueupConfig config(Path folder, String url, String more) {
    String yaml =
        """
        datasources:
          docs: { url: "%s" }
        store: { datasource: docs }
        counters:
          page.views: { kind: events, window: 100ms, settle: 500ms, shards: 3, retention: 1m%s }
        """
            .formatted(url, more);
    return TrueupConfig.parse(yaml, folder.resolve("trueup.yaml"), name -> null);
  }

  private static Event view(String subject, String id, Instant at) {
    return Event.of(VIEWS, subject, id, at);
  }

  private static long value(Events events, String subject) {
    return events.read(VIEWS, subject).value();
  }

  private static CounterReport audit(Trueup trueup) {
    return trueup.audit(List.of(VIEWS), RunOptions.DEFAULT).counters().get(0);
  }

  /** Until every event is inside the base of its subject. */
  private static void settle(Trueup trueup, MongoDatabase database) {
    await(
        () -> {
          trueup.repair(List.of(VIEWS), RunOptions.DEFAULT);
          return database.getCollection("trueup_cells").countDocuments() == 0;
        });
  }

  private static void count(Events events, Event... some) {
    for (Event event : some) {
      assertThat(events.apply(event).kind()).isEqualTo(Kind.APPLIED);
      assertThat(events.apply(event).kind()).isEqualTo(Kind.DUPLICATE);
    }
  }

  private static MongoCollection<Document> heads(MongoDatabase database) {
    return database.getCollection("trueup_heads");
  }

  @Test
  void whatWasPlantedIsFoundAloneRepairedOnRecordAndBroughtBack(@TempDir Path folder) {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url());
        Trueup trueup =
            Trueup.open(
                config(folder, server.url(), ""), TrueupOptions.standard().withoutSchedule())) {
      MongoDatabase database = client.getDatabase(server.name());
      Events events = trueup.events();
      count(events, view("a", "1", now), view("a", "2", now).weighing(4), view("a", "3", late));
      count(events, view("b", "1", now), view("b", "2", late), view("c", "1", now));
      count(events, view("d", "1", now));
      settle(trueup, database);
      assertThat(audit(trueup).drifted()).isZero();

      count(events, view("b", "3", now), view("b", "4", late).weighing(2));
      database.getCollection("trueup_cells").deleteMany(Filters.eq("of", "page.views b"));
      heads(database).updateOne(Filters.eq("_id", "page.views a"), Updates.inc("base", 7L));
      heads(database).deleteOne(Filters.eq("_id", "page.views c"));
      assertThat(value(events, "a")).isEqualTo(13);
      assertThat(value(events, "b")).isEqualTo(2);
      Reading counted = events.read(VIEWS, "c");
      assertThat(counted.value()).isEqualTo(1);
      assertThat(counted.mode()).isEqualTo(Reading.Mode.SOURCE);

      await(() -> audit(trueup).absolute().intValueExact() == 10);
      CounterReport found = audit(trueup);
      assertThat(found.subjects()).isEqualTo(4);
      assertThat(found.undecided()).isZero();
      assertPlanted(found);
      assertThat(Objects.requireNonNull(found.explained()).lost())
          .containsExactlyInAnyOrder("3", "4");

      RunReport repair = trueup.repair(List.of(VIEWS), RunOptions.DEFAULT);

      assertThat(repair.repairs()).hasSize(1);
      assertThat(repair.counters().get(0).corrected()).isEqualTo(2);
      assertThat(value(events, "a")).isEqualTo(6);
      assertThat(value(events, "b")).isEqualTo(5);
      MongoCollection<Document> record = database.getCollection("trueup_repair_entries");
      assertThat(record.countDocuments(Filters.eq("state", "APPLIED"))).isEqualTo(2);
      assertThat(record.countDocuments()).isEqualTo(2);
      assertThat(audit(trueup).drifted()).isZero();

      UndoReport undo = trueup.undo(repair.repairs().get(0), Watch.NONE);

      assertThat(undo.undone()).isEqualTo(2);
      assertThat(value(events, "a")).isEqualTo(13);
      assertThat(value(events, "b")).isEqualTo(2);
      assertPlanted(audit(trueup));
      RunReport held = trueup.repair(List.of(VIEWS), RunOptions.DEFAULT);
      assertThat(held.repairs()).isEmpty();
      assertThat(held.counters().get(0).corrected()).isZero();
      assertThat(held.counters().get(0).drifted()).isEqualTo(2);
      assertThat(held.counters().get(0).subjects()).isEqualTo(4);
      count(events, view("a", "5", now));
      assertThat(value(events, "a")).isEqualTo(14);

      assertThat(events.release(VIEWS, "a")).isTrue();
      assertThat(events.release(VIEWS, "b")).isTrue();
      assertThat(events.release(VIEWS, "d")).isFalse();
      trueup.repair(List.of(VIEWS), RunOptions.DEFAULT);
      assertThat(value(events, "a")).isEqualTo(7);
      assertThat(value(events, "b")).isEqualTo(5);
      assertThat(audit(trueup).drifted()).isZero();
    }
  }

  private static void assertPlanted(CounterReport found) {
    assertThat(found.drifts())
        .extracting(
            drift -> drift.subject().key(),
            drift -> Objects.requireNonNull(drift.drift()).intValue())
        .containsExactlyInAnyOrder(tuple("a", 7), tuple("b", -3));
  }

  @Test
  void whatIsOldIsSealedOnceItIsInsideABaseAndTheValueStays(@TempDir Path folder) {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url());
        Trueup trueup =
            Trueup.open(
                config(folder, server.url(), ""), TrueupOptions.standard().withoutSchedule())) {
      Events events = trueup.events();
      MongoDatabase database = client.getDatabase(server.name());
      SealLimits limits = new SealLimits(100, 10, Duration.ofMillis(1));
      count(events, view("a", "1", now), view("a", "2", late).weighing(4), view("a", "3", late));
      assertThat(events.seal(VIEWS, limits, new SystemWaiter()).rows()).isZero();
      settle(trueup, database);

      assertThat(events.seal(VIEWS, limits, new SystemWaiter()).rows()).isEqualTo(2);

      assertThat(database.getCollection("trueup_journal").countDocuments()).isEqualTo(1);
      assertThat(events.apply(view("a", "3", late)).rejection()).isEqualTo(Rejection.TOO_OLD);
      assertThat(events.apply(view("a", "1", now)).kind()).isEqualTo(Kind.DUPLICATE);
      assertThat(value(events, "a")).isEqualTo(6);
      trueup.repair(List.of(VIEWS), RunOptions.DEFAULT);
      assertThat(value(events, "a")).isEqualTo(6);
      assertThat(audit(trueup).drifted()).isZero();
    }
  }

  @Test
  void theScheduleOfTheConfigurationHealsAndSealsInTheBackground(@TempDir Path folder) {
    String often = ", seal-every: 1s, reconcile: { every: 200ms, sweep: 300ms, duty: 1 }";
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url());
        Trueup trueup = Trueup.open(config(folder, server.url(), often))) {
      MongoDatabase database = client.getDatabase(server.name());
      Events events = trueup.events();
      count(events, view("a", "1", now), view("a", "2", now));
      await(() -> events.read(VIEWS, "a").hasBase());

      heads(database).updateOne(Filters.eq("_id", "page.views a"), Updates.inc("base", -5L));

      await(() -> value(events, "a") == 2);
      MongoCollection<Document> journal = database.getCollection("trueup_journal");
      // As if its retention had passed: the first seal raised the line above late events at once.
      journal.updateOne(Filters.eq("_id", "page.views a 1"), Updates.set("at", 0L));
      await(() -> journal.countDocuments() == 1);
      assertThat(value(events, "a")).isEqualTo(2);
    }
  }
}
