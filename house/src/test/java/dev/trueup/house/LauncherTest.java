package dev.trueup.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The command is started from the files of modules that the launcher names one by one. */
class LauncherTest {
  @Test
  void theLauncherBringsEveryModuleThatTheCommandNeeds() {
    String text =
        SourceTree.files().stream()
            .filter(file -> file.path().equals("trueup"))
            .map(SourceFile::text)
            .findFirst()
            .orElseThrow();
    String start = "\nmodules=(";
    int from = text.indexOf(start) + start.length();
    String[] named = text.substring(from, text.indexOf(')', from)).split(" ");
    Set<String> needed = new TreeSet<>();
    need("cli", needed);
    assertThat(new TreeSet<>(Arrays.asList(named))).isEqualTo(needed);
  }

  private static void need(String module, Set<String> needed) {
    if (needed.add(module)) {
      Modules.EDGES.getOrDefault(module, Set.of()).forEach(used -> need(used, needed));
    }
  }
}
