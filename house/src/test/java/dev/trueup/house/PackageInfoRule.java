package dev.trueup.house;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every package of the main sources says what it is for and is null-marked. */
final class PackageInfoRule implements Rule {
  private static final Pattern DOCUMENTED_AND_MARKED =
      Pattern.compile("(?s)/\\*\\*\\s+\\S.*?\\*/\\s*@NullMarked\\s+package ");

  @Override
  public String name() {
    return "every package has a package-info";
  }

  @Override
  public List<Fault> faults(List<SourceFile> files) {
    Map<String, List<SourceFile>> packages =
        files.stream()
            .filter(SourceFile::isMainJava)
            .collect(Collectors.groupingBy(SourceFile::folder, TreeMap::new, Collectors.toList()));
    return packages.entrySet().stream()
        .filter(entry -> entry.getValue().stream().noneMatch(PackageInfoRule::isRight))
        .map(
            entry ->
                new Fault(
                    entry.getKey(),
                    0,
                    "Add a package-info.java with a sentence of Javadoc and @NullMarked."))
        .toList();
  }

  private static boolean isRight(SourceFile file) {
    return file.name().equals("package-info.java")
        && DOCUMENTED_AND_MARKED.matcher(file.text()).find();
  }
}
