package dev.trueup.redis.adopted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPatternTest {
  private static final Subject SEVEN = new Subject("7");

  @Test
  void theSubjectIsInTheKeyOrInTheField() {
    KeyPattern string = KeyPattern.of("c", "post:<subject>:comments");
    assertThat(string.keyOf(SEVEN)).isEqualTo("post:7:comments");
    assertThat(string.fieldOf(SEVEN)).isEmpty();
    KeyPattern field = KeyPattern.of("c", "post:<subject>#comments");
    assertThat(field.keyOf(SEVEN)).isEqualTo("post:7");
    assertThat(field.fieldOf(SEVEN)).isEqualTo("comments");
    KeyPattern one = KeyPattern.of("c", "comments#n:<subject>");
    assertThat(one.keyOf(SEVEN)).isEqualTo("comments");
    assertThat(one.fieldOf(SEVEN)).isEqualTo("n:7");
  }

  @Test
  void aSubjectIsFoundInWhatTheServerNames() {
    KeyPattern pattern = KeyPattern.of("c", "post:<subject>:comments");
    assertThat(pattern.subjectIn("post:7:comments")).isEqualTo(SEVEN);
    assertThat(pattern.subjectIn("post:a b:comments")).isEqualTo(new Subject("a b"));
    assertThat(pattern.subjectIn("post::comments")).isNull();
    assertThat(pattern.subjectIn("post:comments")).isNull();
    assertThat(pattern.subjectIn("user:7:comments")).isNull();
  }

  @Test
  void whatTheServerWouldReadAsAWildcardStandsForItself() {
    assertThat(KeyPattern.of("c", "p[1]*?\\:<subject>:n^").glob())
        .isEqualTo("p\\[1\\]\\*\\?\\\\:*:n\\^");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "post",
        "post#comments",
        "<subject><subject>",
        "post:<subject>#<subject>",
        "#<subject>",
        "post:<subject>#"
      })
  void aPatternThatSaysNoOnePlaceIsRefused(String text) {
    assertThatThrownBy(() -> KeyPattern.of("post.comments", text))
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContaining("post.comments")
        .hasMessageContaining("exactly once");
  }
}
