package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.trueup.Trueup;
import dev.trueup.TrueupOptions;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.events.Event;
import dev.trueup.events.Events;
import dev.trueup.events.SealLimits;
import dev.trueup.testkit.servers.EmbeddedMongo;
import dev.trueup.testkit.time.RealWaiter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command over counters of events in MongoDB. */
class MongoEventsTest {
  private static final Duration WAIT_MAX = Duration.ofSeconds(60);
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final RealWaiter WAITER = new RealWaiter();

  private static Path config(Path folder, EmbeddedMongo server) throws Exception {
    Path file = folder.resolve("events.yaml");
    Files.writeString(
        file,
        """
        datasources:
          docs: { url: "%s" }
        store: { datasource: docs }
        counters:
          page.views: { kind: events, window: 100ms, settle: 500ms, shards: 2, retention: 1m }
        """
            .formatted(server.url()));
    return file;
  }

  private static void await(BooleanSupplier condition) {
    Instant end = Instant.now().plus(WAIT_MAX);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("waited %s", WAIT_MAX).isBefore(end);
      WAITER.waitFor(Duration.ofMillis(50));
    }
  }

  private static CommandRun run(Path file, String... words) {
    String[] all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "-c";
    all[words.length + 1] = file.toString();
    return CommandRun.of(all);
  }

  private static Map<String, Long> drifts(CommandRun audit) throws Exception {
    assertThat(audit.exitCode()).as(audit.all()).isEqualTo(ExitCode.DRIFT);
    Map<String, Long> drifts = new TreeMap<>();
    JsonNode counter = new ObjectMapper().readTree(audit.out()).get("counters").get(0);
    for (JsonNode drift : counter.get("drifts")) {
      drifts.put(drift.get("subject").asText(), drift.get("drift").asLong());
    }
    assertThat(counter.get("drifted").asInt()).isEqualTo(drifts.size());
    return drifts;
  }

  private static void count(Events events, String subject, String... ids) {
    for (String id : ids) {
      Event event = Event.of("page.views", subject, id, AT);
      assertThat(events.apply(event).kind()).isEqualTo(Kind.APPLIED);
      assertThat(events.apply(event).kind()).isEqualTo(Kind.DUPLICATE);
    }
  }

  private static long value(Events events, String subject) {
    return events.read("page.views", subject).value();
  }

  @Test
  void plantedErrorsAreFoundAloneRepairedOnRecordBroughtBackAndSealedOver(@TempDir Path folder)
      throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url())) {
      Path file = config(folder, server);
      MongoDatabase database = client.getDatabase(server.name());
      MongoCollection<Document> cells = database.getCollection("trueup_cells");
      assertThat(run(file, "audit").exitCode()).isEqualTo(ExitCode.COULD_NOT_RUN);
      try (Trueup trueup =
          Trueup.open(
              TrueupConfig.load(file, name -> null), TrueupOptions.standard().withoutSchedule())) {
        Events events = trueup.events();
        count(events, "a", "1", "2", "3");
        count(events, "b", "1", "2");
        count(events, "c", "1");
        await(
            () -> {
              assertThat(run(file, "repair").exitCode()).isEqualTo(ExitCode.CLEAN);
              return cells.countDocuments() == 0;
            });
        CommandRun clean = run(file, "audit", "page.views");
        assertThat(clean.exitCode()).as(clean.all()).isEqualTo(ExitCode.CLEAN);
        assertThat(clean.out().lines().map(String::strip))
            .anyMatch(line -> line.matches("page\\.views +3 +0 +0 +0 +0 +clean"));

        count(events, "b", "3");
        cells.deleteMany(Filters.eq("of", "page.views b"));
        database
            .getCollection("trueup_heads")
            .updateOne(Filters.eq("_id", "page.views a"), Updates.inc("base", 40L));

        await(() -> run(file, "audit").out().contains("page.views  b"));
        assertThat(drifts(run(file, "audit", "--json"))).hasToString("{a=40, b=-1}");

        CommandRun repair = run(file, "repair", "--json");
        assertThat(repair.exitCode()).as(repair.all()).isEqualTo(ExitCode.CLEAN);
        String id = new ObjectMapper().readTree(repair.out()).get("repair").asText();
        assertThat(value(events, "a")).isEqualTo(3);
        assertThat(value(events, "b")).isEqualTo(3);
        assertThat(run(file, "audit").exitCode()).isEqualTo(ExitCode.CLEAN);

        CommandRun undo = run(file, "undo", id);
        assertThat(undo.exitCode()).as(undo.all()).isZero();
        assertThat(undo.out()).contains("2 taken back");
        assertThat(value(events, "a")).isEqualTo(43);
        assertThat(drifts(run(file, "audit", "--json"))).hasToString("{a=40, b=-1}");
        assertThat(run(file, "undo", id).out()).contains("taken back before");
        CommandRun held = run(file, "repair");
        assertThat(held.exitCode()).as(held.all()).isEqualTo(ExitCode.DRIFT);
        assertThat(held.out())
            .contains("Held by an undo, or forgotten: 2.", "Nothing was corrected");
        assertThat(value(events, "a")).isEqualTo(43);

        events.release("page.views", "a");
        events.release("page.views", "b");
        assertThat(run(file, "repair").exitCode()).isEqualTo(ExitCode.CLEAN);
        assertThat(value(events, "a")).isEqualTo(3);
        assertThat(events.seal("page.views", SealLimits.DEFAULT, WAITER).rows()).isEqualTo(7);
        assertThat(events.apply(Event.of("page.views", "a", "1", AT)).rejection())
            .isEqualTo(Rejection.TOO_OLD);
        CommandRun sealed = run(file, "audit");
        assertThat(sealed.exitCode()).as(sealed.all()).isEqualTo(ExitCode.CLEAN);
        assertThat(sealed.out().lines().map(String::strip))
            .anyMatch(line -> line.matches("page\\.views +3 +0 +0 +0 +0 +clean"));
        assertThat(value(events, "b")).isEqualTo(3);
      }
    }
  }
}
