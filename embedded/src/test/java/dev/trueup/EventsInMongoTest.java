package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.events.Event;
import dev.trueup.events.Events;
import dev.trueup.events.Refusal;
import dev.trueup.testkit.servers.EmbeddedMongo;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of events whose store is MongoDB, from trueup.yaml. */
class EventsInMongoTest {
  private static final String VIEWS = "page.views";

  /** The same, with MongoDB as the store of the whole file instead of one counter's own. */
  private static TrueupConfig whole(Path folder, String url) {
    return TrueupConfig.parse(
        yaml(url).replace("    store: docs\n", "") + "store: { datasource: docs }\n",
        folder.resolve("trueup.yaml"),
        name -> null);
  }

  private static TrueupConfig config(Path folder, String url) {
    return TrueupConfig.parse(yaml(url), folder.resolve("trueup.yaml"), name -> null);
  }

  private static String yaml(String url) {
    return """
        datasources:
          docs: { url: "%s" }
        counters:
          page.views:
            kind: events
            store: docs
            leave-out:
              - { attribute: agent, is: [bot] }
          page.fans:
            kind: events
            store: docs
            counts: once-per-id
            cap: { most: 2, interval: 1h }
        """
        .formatted(url);
  }

  @Test
  void eventsCountOnceAndAreReadFromTheJournalUntilThereIsABase(@TempDir Path folder) {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        Trueup trueup =
            Trueup.open(config(folder, server.url()), TrueupOptions.standard().withoutSchedule())) {
      Events events = trueup.events();
      Instant at = Instant.now().truncatedTo(ChronoUnit.MICROS).minusSeconds(3_600);
      Event first = Event.of(VIEWS, "42", "v-1", at);

      List<Outcome> outcomes =
          events.apply(
              List.of(
                  first,
                  first,
                  Event.of(VIEWS, "42", "v-2", at).weighing(5),
                  Event.of(VIEWS, "42", "v-3", at).with("agent", "bot"),
                  first.weighing(9),
                  Event.of(VIEWS, "42", "", at)));

      assertThat(outcomes.stream().map(Outcome::kind))
          .containsExactly(
              Kind.APPLIED,
              Kind.DUPLICATE,
              Kind.APPLIED,
              Kind.REJECTED,
              Kind.REJECTED,
              Kind.REJECTED);
      assertThat(outcomes.get(3).rejection()).isEqualTo(Rejection.FILTERED);
      assertThat(outcomes.get(4).rejection()).isEqualTo(Rejection.OTHER_CHANGE_SAME_ID);
      assertThat(outcomes.get(5).rejection()).isEqualTo(Rejection.INVALID_ID);
      assertThat(events.apply(first).kind()).isEqualTo(Kind.DUPLICATE);
      Reading reading = events.read(VIEWS, "42");
      assertThat(reading.value()).isEqualTo(6);
      assertThat(reading.mode()).isEqualTo(Reading.Mode.SOURCE);
      assertThat(events.between(VIEWS, "42", at, at.plusSeconds(1))).isEqualTo(6);
      assertThat(events.between(VIEWS, "42", at.plusSeconds(1), at.plusSeconds(9))).isZero();
      assertThat(events.refusals(VIEWS))
          .containsEntry(Refusal.DUPLICATE, 2L)
          .containsEntry(Refusal.FILTERED, 1L)
          .containsEntry(Refusal.OTHER_CHANGE_SAME_ID, 1L);

      RunReport audit = trueup.audit(List.of(), RunOptions.DEFAULT);
      assertThat(audit.counters()).extracting(CounterReport::counter).contains(VIEWS);
      assertThat(audit.counters()).extracting(CounterReport::kind).containsOnly("events");
      assertThat(audit.counters()).allMatch(one -> one.drifted() == 0);

      RunReport repair = trueup.repair(List.of(VIEWS), RunOptions.DEFAULT);
      assertThat(repair.repairs()).isEmpty();
      assertThat(events.read(VIEWS, "42").value()).isEqualTo(6);
    }
  }

  @Test
  void whatOneProcessCountedAnotherReadsWhileBothRecountAndSeal(@TempDir Path folder) {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase()) {
      Instant at = Instant.now().truncatedTo(ChronoUnit.MICROS);
      try (Trueup one = Trueup.open(config(folder, server.url()));
          Trueup two = Trueup.open(config(folder, server.url()))) {
        assertThat(one.events().apply(Event.of(VIEWS, "42", "v-1", at)).kind())
            .isEqualTo(Kind.APPLIED);
        assertThat(two.events().apply(Event.of(VIEWS, "42", "v-1", at)).kind())
            .isEqualTo(Kind.DUPLICATE);
        assertThat(two.events().read(VIEWS, "42").value()).isEqualTo(1);
      }
    }
  }

  @Test
  void anActorCountsAsOftenAsTheCapAllowsAndTheFirstOfAnIdCounts(@TempDir Path folder) {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        Trueup trueup =
            Trueup.open(whole(folder, server.url()), TrueupOptions.standard().withoutSchedule())) {
      Events events = trueup.events();
      Instant at = Instant.now().truncatedTo(ChronoUnit.HOURS).minusSeconds(3_000);
      Event one = Event.of("page.fans", "7", "f-1", at).by("ann");

      assertThat(events.apply(one).kind()).isEqualTo(Kind.APPLIED);
      assertThat(events.apply(one.weighing(4).by("joe")).kind()).isEqualTo(Kind.DUPLICATE);
      List<Outcome> outcomes =
          events.apply(
              List.of(
                  Event.of("page.fans", "7", "f-2", at).by("ann"),
                  Event.of("page.fans", "7", "f-3", at).by("ann"),
                  Event.of("page.fans", "7", "f-4", at).by("joe"),
                  Event.of("page.fans", "7", "f-5", at.minusSeconds(3_600)).by("ann"),
                  Event.of("page.fans", "7", "f-6", at)));

      assertThat(outcomes.stream().map(Outcome::kind))
          .containsExactly(Kind.APPLIED, Kind.REJECTED, Kind.APPLIED, Kind.APPLIED, Kind.REJECTED);
      assertThat(outcomes.get(1).rejection()).isEqualTo(Rejection.CAPPED);
      assertThat(outcomes.get(4).rejection()).isEqualTo(Rejection.NO_ACTOR);
      assertThat(events.read("page.fans", "7").value()).isEqualTo(4);
      assertThat(trueup.audit(List.of("page.fans"), RunOptions.DEFAULT).counters().get(0).drifted())
          .isZero();
      assertThat(folder).isEmptyDirectory();
    }
  }
}
