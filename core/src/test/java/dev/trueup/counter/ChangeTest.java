package dev.trueup.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ChangeTest {
  private static final Instant T = Instant.parse("2030-01-01T00:00:00.123456Z");

  @Test
  void aRetryMadeFromTheStoredFactHasTheSameId() {
    Change first = Change.added("post.comments", "42").fact("c-981").at(T.plusNanos(789));
    Change retry = Change.added("post.comments", "42").fact("c-981").at(T);
    assertThat(retry).isEqualTo(first);
    assertThat(first.id()).isEqualTo("c-981+2030-01-01T00:00:00.123456Z");
  }

  @Test
  void additionAndRemovalOfOneFactAtOneInstantAreTwoChanges() {
    Change added = Change.added("post.comments", "42").fact("c-981").at(T);
    Change removed = Change.removed("post.comments", "42").fact("c-981").factAt(T).at(T);
    assertThat(removed.id()).isNotEqualTo(added.id());
    assertThat(removed.amount()).isEqualTo(-1);
  }

  @Test
  void factAtIsTheInsertionsOwnTimeUnlessGiven() {
    assertThat(Change.added("a", "1").fact("f").at(T).factAt()).isEqualTo(T);
    assertThat(Change.added("a", "1").fact("f").factAt(Instant.MIN).at(T).factAt())
        .isEqualTo(Windows.BEFORE_ALL);
  }

  @Test
  void aWeightKeepsItsSign() {
    assertThat(Change.removed("a", "1").fact("f").weighing(5).at(T).amount()).isEqualTo(-5);
    assertThat(Change.added("a", "1").fact("f").weighing(-5).at(T).amount()).isEqualTo(-5);
  }

  @Test
  void aChangeOfNothingAndAChangeOfNoFactAreRefused() {
    assertThatThrownBy(() -> Change.adjusted("a", "1", 0).fact("f").at(T))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> Change.added("a", "1").at(T)).isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> Change.added("a", "1").fact("x".repeat(257)).at(T))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> Change.added("a", "").fact("f").at(T))
        .isInstanceOf(BadRequestException.class);
  }

  @Test
  void halfASurrogatePairIsNoTextBecauseNoDatabaseKeepsIt() {
    assertThat(new Subject("a\ud83d\ude00").key()).hasSize(3);
    assertThatThrownBy(() -> new Subject("a\ud83d")).isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> new Subject("\ude00a")).isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> Change.added("a", "1").fact("\ud83d!").at(T))
        .isInstanceOf(BadRequestException.class);
  }
}
