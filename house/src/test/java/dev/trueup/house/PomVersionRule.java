package dev.trueup.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every version stands in the properties of the root's pom, and nowhere else. */
final class PomVersionRule implements Rule {
  private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
  private static final Pattern VERSION = Pattern.compile("<version>([^<]*)</version>");
  private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+\\.version)>");

  @Override
  public String name() {
    return "versions stand in the root's pom only";
  }

  @Override
  public List<Fault> faults(List<SourceFile> files) {
    List<Fault> faults = new ArrayList<>();
    for (SourceFile file : files) {
      if (file.isPom()) {
        addFaults(file, faults);
      }
    }
    return faults;
  }

  private static void addFaults(SourceFile file, List<Fault> faults) {
    boolean root = file.path().equals("pom.xml");
    String text = PARENT.matcher(file.text()).replaceAll("");
    Matcher version = VERSION.matcher(text);
    boolean own = root;
    while (version.find()) {
      String value = version.group(1).strip();
      // The first version of the root is that of the project itself.
      boolean allowed =
          own || (root && (value.startsWith("${") || value.matches("\\[[\\d.]+,\\)")));
      own = false;
      if (!allowed) {
        faults.add(
            new Fault(
                file.path(), 0, "The version " + value + " belongs in the root's properties."));
      }
    }
    Matcher property = PROPERTY.matcher(text);
    while (!root && property.find()) {
      faults.add(
          new Fault(
              file.path(), 0, "The property " + property.group(1) + " belongs in the root's pom."));
    }
  }
}
