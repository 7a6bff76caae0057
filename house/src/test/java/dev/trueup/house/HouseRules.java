package dev.trueup.house;

import java.util.ArrayList;
import java.util.List;

/** The rules of the house, each proved on a planted fault by {@link PlantedFaultsTest}. */
final class HouseRules {
  static final int LINES_MAX = 400;

  private HouseRules() {}

  static List<Rule> all() {
    List<Rule> rules = new ArrayList<>(LineRules.all());
    rules.addAll(FileNameRule.all());
    rules.add(new FileLengthRule(LINES_MAX));
    rules.add(new PomVersionRule());
    rules.add(new PackageInfoRule());
    rules.add(new JavadocRule());
    return rules;
  }

  static Rule named(String name) {
    return all().stream()
        .filter(rule -> rule.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No rule is named '" + name + "'"));
  }
}
