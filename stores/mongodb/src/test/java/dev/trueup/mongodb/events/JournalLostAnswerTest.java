package dev.trueup.mongodb.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.error.AnswerLostException;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.Events;
import dev.trueup.events.ManagedJournal;
import dev.trueup.events.SealLimits;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.MongoRetries;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that are cut after the server carried a write out. */
class JournalLostAnswerTest {
  private static final EventCounter VIEWS = EventCounter.of("page.views", Duration.ofMinutes(1));
  private static final int EVENTS = 1_000;
  private static final int BATCH = 20;
  private static final int ATTEMPTS_MAX = 1_000;

  @Test
  void i5AThousandEventsWhoseAnswersAreLostComeToAThousand() throws Exception {
    try (JournalScene scene = new JournalScene(VIEWS);
        CuttingProxy proxy = CuttingProxy.before(scene.server.url());
        DocumentDatabase lossy = JournalScene.open(proxy.url(), MongoRetries.NONE)) {
      Events events = new Events(List.of(scene.through(lossy)), List.of());
      proxy.cut(Cut.AFTER_ITS_ANSWER, "(insert|update|findAndModify).{1,8}trueup_", 4);
      int unknown = 0;
      for (int from = 0; from < EVENTS; from += BATCH) {
        List<Event> batch = new ArrayList<>();
        for (int i = from; i < from + BATCH; i++) {
          batch.add(scene.event("v-" + i));
        }
        for (int attempt = 0; !batch.isEmpty() && attempt < ATTEMPTS_MAX; attempt++) {
          List<Event> again = new ArrayList<>();
          List<Outcome> outcomes = events.apply(batch);
          for (int i = 0; i < batch.size(); i++) {
            Kind kind = outcomes.get(i).kind();
            assertThat(kind).isIn(Kind.APPLIED, Kind.DUPLICATE, Kind.UNKNOWN);
            if (kind == Kind.UNKNOWN) {
              again.add(batch.get(i));
            }
          }
          unknown += again.size();
          batch = again;
        }
        assertThat(batch).isEmpty();
      }
      System.out.println(
          "Events on MongoDB: "
              + EVENTS
              + " events, answers cut "
              + proxy.cuts()
              + ", unknown and sent again "
              + unknown);
      assertThat(proxy.cuts()).isPositive();
      assertThat(unknown).isPositive();
      assertThat(scene.truth()).isEqualTo(EVENTS);
      assertThat(scene.value()).isEqualTo(EVENTS);
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(EVENTS);
      assertThat(scene.audit().drifted()).isZero();
    }
  }

  /** The steps of a seal: what is pending is put down, dropped, and added to the sum. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "findAndModify.{1,8}trueup_journal_subjects | 1",
        "delete.{1,8}trueup_journal                 | 1",
        "findAndModify.{1,8}trueup_journal_subjects | 2"
      })
  void aSealThatWasCutOffAtAnyStepChangesNoTruthAndIsFinishedByTheNext(String write, int every)
      throws Exception {
    try (JournalScene scene = new JournalScene(VIEWS);
        CuttingProxy proxy = CuttingProxy.before(scene.server.url());
        DocumentDatabase lossy = JournalScene.open(proxy.url(), MongoRetries.NONE)) {
      scene.send("v-1");
      scene.send("v-2");
      scene.settleAll();
      scene.raiseLine();
      ManagedJournal sealer = scene.through(lossy);
      proxy.cut(Cut.AFTER_ITS_ANSWER, write, every);

      assertThatThrownBy(() -> sealer.seal(10)).isInstanceOf(AnswerLostException.class);

      assertThat(proxy.cuts()).isEqualTo(1);
      assertThat(scene.truth()).isEqualTo(2);
      assertThat(scene.value()).isEqualTo(2);
      scene.send("v-late");
      seal(scene);
      Event newer =
          Event.of(VIEWS.name(), JournalScene.PAGE.key(), "v-3", scene.at.plusSeconds(11));
      assertThat(scene.events.apply(newer).kind()).isEqualTo(Kind.APPLIED);
      scene.settleAll();
      scene.documents.raiseLine(VIEWS, scene.at.plusSeconds(12));
      seal(scene);
      assertThat(scene.documentsLeft()).isZero();
      assertThat(scene.truth()).isEqualTo(3);
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(3);
      assertThat(scene.audit().drifted()).isZero();
    }
  }

  /** The seal died after it dropped the event, and what it put down has the id still. */
  @Test
  void i4AnEventWithAnIdThatWasForgottenCountsBesideASealThatWasCutOff() throws Exception {
    try (JournalScene scene = new JournalScene(VIEWS);
        CuttingProxy proxy = CuttingProxy.before(scene.server.url());
        DocumentDatabase lossy = JournalScene.open(proxy.url(), MongoRetries.NONE)) {
      scene.send("v-1");
      scene.settleAll();
      scene.raiseLine();
      ManagedJournal sealer = scene.through(lossy);
      proxy.cut(Cut.AFTER_ITS_ANSWER, "delete.{1,8}trueup_journal", 1);
      assertThatThrownBy(() -> sealer.seal(10)).isInstanceOf(AnswerLostException.class);
      assertThat(scene.documentsLeft()).isZero();

      Event other =
          Event.of(VIEWS.name(), JournalScene.PAGE.key(), "v-1", scene.at.plusSeconds(11));
      assertThat(scene.events.apply(other).kind()).isEqualTo(Kind.APPLIED);
      assertThat(scene.truth()).isEqualTo(2);
      scene.send("v-late");
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(2);
      scene.documents.seal(VIEWS, JournalScene.PAGE, List.of());

      assertThat(scene.documentsLeft()).isEqualTo(1);
      assertThat(scene.truth()).isEqualTo(2);
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(2);
    }
  }

  private static void seal(JournalScene scene) {
    scene.events.seal(VIEWS.name(), SealLimits.DEFAULT, pause -> {});
  }
}
