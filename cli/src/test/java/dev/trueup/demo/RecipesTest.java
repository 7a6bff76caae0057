package dev.trueup.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each recipe goes wrong in its own way, shown by one forced interleaving. */
class RecipesTest {
  private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");

  private Database database;
  private Forum forum;

  @BeforeEach
  void makeForumWithTwoCommentsOnPostOne(@TempDir Path folder) {
    database =
        Database.open(
            DatabaseSettings.of("forum", "jdbc:sqlite:" + folder.resolve("forum.db"), null, null)
                .creating());
    forum = Forum.create(database, 2, List.of(new Comment(1, 1, AT), new Comment(2, 1, AT)));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void anIncrementWhoseAnswerIsLostCountsTwiceWhenItIsRetried() {
    Wire wire = new Wire();
    AtomicOnly atomicOnly = new AtomicOnly(forum, wire);
    forum.add(new Comment(3, 1, AT));
    wire.loseNextAnswer();

    assertThat(atomicOnly.apply(List.of(added(3)))).isEqualTo(Recipe.Answer.UNKNOWN);
    assertThat(atomicOnly.shown()[1]).isEqualTo(3);
    assertThat(atomicOnly.apply(List.of(added(3)))).isEqualTo(Recipe.Answer.DONE);
    assertThat(atomicOnly.shown()[1]).isEqualTo(4);
    assertThat(forum.count()[1]).isEqualTo(3);
  }

  @Test
  void aChangeBetweenCountAndOverwriteIsLostUntilTheNextRun() {
    Runnable[] between = {() -> {}};
    RecountAndOverwrite recount =
        new RecountAndOverwrite(forum, database, 2, new Wire(), duration -> between[0].run());
    between[0] =
        () -> {
          forum.add(new Comment(3, 1, AT));
          recount.apply(List.of(added(3)));
          assertThat(recount.shown()[1]).isEqualTo(3);
        };
    recount.runJob();
    assertThat(recount.shown()[1]).isEqualTo(2);
    assertThat(recount.changesBetween()).isEqualTo(1);

    between[0] = () -> {};
    recount.runJob();
    assertThat(recount.shown()[1]).isEqualTo(3);
  }

  @Test
  void theSumOfBaseAndDeltaIsTheSameBeforeAndAfterItsJob() {
    BaseAndDelta baseAndDelta = new BaseAndDelta(forum, database, 2, new Wire());
    forum.add(new Comment(3, 1, AT));
    assertThat(baseAndDelta.shown()[1]).isEqualTo(2);
    baseAndDelta.runJob();
    assertThat(baseAndDelta.shown()[1]).isEqualTo(2);
    baseAndDelta.apply(List.of(added(4)));
    baseAndDelta.runJob();
    assertThat(baseAndDelta.shown()[1]).isEqualTo(3);
  }

  @Test
  void aRowThatIsMarkedDeletedOrMovedAwayDoesNotCount() {
    Comment first = new Comment(1, 1, AT);
    forum.remove(first, AT);
    assertThat(forum.count()).containsExactly(0, 1, 0);
    forum.restore(first, AT);
    forum.move(first, 2, AT);
    assertThat(forum.count()).containsExactly(0, 1, 1);
    forum.deleteByHand(List.of(first));
    assertThat(forum.count()).containsExactly(0, 1, 0);
  }

  private static Change added(long id) {
    return Change.added("post.comments", "1").fact(Long.toString(id)).at(AT);
  }
}
