package dev.trueup.house;

import java.util.List;
import java.util.regex.Pattern;

/** Neither generated output nor a Maven wrapper is part of the repository. */
record FileNameRule(String name, String banned, String why) implements Rule {
  static List<Rule> all() {
    return List.of(
        new FileNameRule(
            "no Maven wrapper",
            "(^|/)mvnw(\\.cmd)?$|(^|/)\\.mvn/wrapper/",
            "Whoever builds has Maven; the wrapper downloads another one."),
        new FileNameRule(
            "no generated output",
            "(^|/)(target|node_modules|\\.trueup-build)/|\\.(class|jar|war|db|sqlite|log|hprof|iml|pyc)$"
                + "|(^|/)(dependency-reduced-pom\\.xml|\\.flattened-pom\\.xml|\\.DS_Store)$",
            "What a build can make is not kept."));
  }

  @Override
  public List<Fault> faults(List<SourceFile> files) {
    Pattern pattern = Pattern.compile(banned);
    return files.stream()
        .filter(file -> pattern.matcher(file.path()).find())
        .map(file -> new Fault(file.path(), 0, why))
        .toList();
  }
}
