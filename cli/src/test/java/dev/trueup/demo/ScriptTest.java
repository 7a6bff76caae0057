package dev.trueup.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ScriptTest {
  @Test
  void aSeedDecidesEveryEventAndEveryFault() {
    assertThat(decisions(7)).isEqualTo(decisions(7)).isNotEqualTo(decisions(8));
  }

  @Test
  void everyKindOfEventAndFaultComesUp() {
    Script script = new Script(new SplittableRandom(1), 5, 40);
    Set<Script.Action> actions = EnumSet.noneOf(Script.Action.class);
    Set<Script.Fault> faults = EnumSet.noneOf(Script.Fault.class);
    Set<Integer> posts = new TreeSet<>();
    for (int step = 0; step < 2_000; step++) {
      actions.add(script.action());
      faults.add(script.fault());
      posts.add(script.post());
      int post = script.post();
      assertThat(script.postBut(post)).isNotEqualTo(post).isBetween(1, 5);
    }
    assertThat(actions).containsExactlyInAnyOrder(Script.Action.values());
    assertThat(faults).containsExactlyInAnyOrder(Script.Fault.values());
    assertThat(posts).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void anOptionOutOfRangeIsRefusedWithWhatIsAllowed() {
    assertThatThrownBy(() -> new DemoOptions(1, 20, 40, 1, false, false))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("--seconds 1")
        .hasMessageContaining("from 2 to 3600");
    assertThatThrownBy(() -> new DemoOptions(60, 20, 0, 1, false, false))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("--rate 0");
  }

  private static List<String> decisions(long seed) {
    Script script = new Script(new SplittableRandom(seed), 20, 40);
    List<String> decisions = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      decisions.add(
          script.action() + " " + script.post() + " " + script.fault() + " " + script.rowsByHand());
    }
    return decisions;
  }
}
