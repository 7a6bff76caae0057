package dev.trueup.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HouseRulesTest {
  private static final List<SourceFile> FILES = SourceTree.files();

  static Stream<String> rules() {
    return HouseRules.all().stream().map(Rule::name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void theRepositoryKeepsTheRule(String rule) {
    assertThat(HouseRules.named(rule).faults(FILES)).isEmpty();
  }

  @Test
  void theRulesSeeTheSourcesOfEveryModule() {
    assertThat(FILES)
        .extracting(SourceFile::path)
        .contains(
            "pom.xml",
            "core/pom.xml",
            "core/src/main/java/dev/trueup/counter/Subject.java",
            "house/src/test/java/dev/trueup/house/HouseRulesTest.java");
    assertThat(FILES).filteredOn(SourceFile::isMainJava).hasSizeGreaterThan(40);
  }
}
