package dev.trueup.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  @Test
  void whatWasLostIsReadBackFromTheEvidence() {
    List<String> awkward = List.of("c-1", "two\nlines", "back\\slash", "\\n", "lost lost", "r\rr");
    Explanation explanation =
        new Explanation(awkward, List.of("p"), List.of("l"), List.of("d"), -6, true);
    assertThat(Explanation.lostIn(explanation.toEvidence())).isEqualTo(awkward);
    assertThat(Explanation.lostIn(Explanation.NONE.toEvidence())).isEmpty();
  }
}
