package dev.trueup;

import static dev.trueup.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.adopted.Watch;
import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.error.BadRequestException;
import dev.trueup.managed.Counters;
import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows in PostgreSQL, the counter in Redis, the record of repairs in PostgreSQL. */
class RowsAndRedisTest {
  private static final String COUNTER = "post.comments";
  private static final int POSTS = 5;
  private static final int WRITERS = 3;

  @Test
  void aCounterInRedisIsCountedHealedAuditedRepairedAndUndone(@TempDir Path folder) {
    try (RowsAndRedis scene = new RowsAndRedis(folder, "500ms");
        Trueup trueup = Trueup.open(scene.config(), TrueupOptions.standard().withoutSchedule())) {
      assertThatThrownBy(() -> trueup.audit(List.of(), RunOptions.DEFAULT))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("no state yet");
      Counters counters = trueup.counters();
      var at = scene.comment("c-1", 7);
      assertThat(counters.apply(Change.added(COUNTER, "7").fact("c-1").at(at)).kind())
          .isEqualTo(Outcome.Kind.APPLIED);
      assertThat(counters.read(COUNTER, "7").mode()).isEqualTo(Reading.Mode.SOURCE);
      await(
          () -> {
            trueup.repair(List.of(), RunOptions.DEFAULT);
            return counters.read(COUNTER, "7").hasBase();
          });
      scene.comment("c-lost", 7);
      await(() -> trueup.audit(List.of(), RunOptions.DEFAULT).counters().get(0).drifted() == 1);
      assertThat(counters.read(COUNTER, "7").value()).isEqualTo(1);

      RunReport repair = trueup.repair(List.of(COUNTER), RunOptions.DEFAULT);
      assertThat(counters.read(COUNTER, "7").value()).isEqualTo(2);
      assertThat(repair.repairs()).hasSize(1);
      assertThat(trueup.undo(repair.repairs().get(0), Watch.NONE).undone()).isEqualTo(1);
      assertThat(counters.read(COUNTER, "7").value()).isEqualTo(1);
      counters.release(COUNTER, "7");
    }
  }

  @Test
  void aNumberInRedisThatTheApplicationOwnsIsAuditedRepairedAndUndone(@TempDir Path folder) {
    try (RowsAndRedis scene = new RowsAndRedis(folder, "50ms");
        Trueup trueup = Trueup.open(scene.adopted());
        Redis application =
            Redis.open(RedisSettings.of("application", scene.redis().url(), null, null))) {
      scene.comment("c-1", 7);
      scene.comment("c-2", 7);
      scene.comment("c-3", 8);
      application.write("set", commands -> commands.set("post:7:comments", "5"));
      application.write("set", commands -> commands.set("post:8:comments", "1"));

      CounterReport found = trueup.audit(List.of(), RunOptions.DEFAULT).counters().get(0);
      assertThat(found.subjects()).isEqualTo(2);
      assertThat(found.drifted()).isEqualTo(1);
      assertThat(found.net()).isEqualByComparingTo("3");
      RunReport repair = trueup.repair(List.of(), RunOptions.DEFAULT);
      assertThat(repair.counters().get(0).corrected()).isEqualTo(1);
      assertThat(trueup.audit(List.of(), RunOptions.DEFAULT).counters().get(0).drifted()).isZero();
      assertThat(trueup.undo(repair.repairs().get(0), Watch.NONE).undone()).isEqualTo(1);
      String number =
          application.ask("get", commands -> commands.getrange("post:7:comments", 0, -1));
      assertThat(number).isEqualTo("5");
    }
  }

  @Test
  void i7ReadingsAreTrueThroughoutWhenRedisIsKilledAndComesBackEmptyWhileWritersGoOn(
      @TempDir Path folder) throws Exception {
    // A settle time that the slowest commit on a busy machine stays within.
    try (RowsAndRedis scene = new RowsAndRedis(folder, "3s");
        Trueup trueup = Trueup.open(scene.config())) {
      WritingApplication application =
          new WritingApplication(COUNTER, POSTS, scene::comment, trueup.counters());
      application.run(
          WRITERS,
          () -> {
            await(application::allHaveABase);
            scene.redis().kill(0);
            await(() -> application.unknown.get() > 0 && application.refused.get() > 0);
            scene.redis().startEmpty(0);
            await(() -> application.fromSourceAgain.get() > 0);
            await(application::allHaveABase);
          });
      for (int post = 0; post < POSTS; post++) {
        long truth = scene.ask("SELECT count(*) FROM comments WHERE post_id = " + post);
        assertThat(application.read(post).value()).isEqualTo(truth);
        assertThat(truth).isEqualTo(application.confirmed.get(post));
      }
      long lost = scene.ask("SELECT count(*) FROM trueup_repair_entry WHERE state = 'LOST'");
      long drifts =
          scene.ask("SELECT count(*) FROM trueup_repair_entry WHERE correction IS NOT NULL");
      System.out.printf(
          Locale.ROOT,
          "Redis killed while written to: %d changes, %d of them sent again because of UNKNOWN;"
              + " %d readings, all true, %d refused while it was down, %d from the source after;"
              + " %d subjects on record as lost, %d drifts%n",
          application.rows.get(),
          application.unknown.get(),
          application.readings.get(),
          application.refused.get(),
          application.fromSourceAgain.get(),
          lost,
          drifts);
      assertThat(lost).isEqualTo(POSTS);
      assertThat(
              scene.ask(
                  "SELECT count(*) FROM trueup_timeline_mark WHERE label LIKE 'post.comments was not"
                      + " reconciled from %'"))
          .isPositive();
      assertThat(drifts).isZero();
    }
  }
}
