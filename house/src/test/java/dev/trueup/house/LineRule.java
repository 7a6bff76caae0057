package dev.trueup.house;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** No line of the files that it looks at may hold the pattern. */
record LineRule(String name, Predicate<SourceFile> where, Pattern banned, String why)
    implements Rule {
  LineRule(String name, Predicate<SourceFile> where, String banned, String why) {
    this(name, where, Pattern.compile(banned), why);
  }

  @Override
  public List<Fault> faults(List<SourceFile> files) {
    List<Fault> faults = new ArrayList<>();
    files.stream().filter(where).forEach(file -> addFaults(file, faults));
    return faults;
  }

  private void addFaults(SourceFile file, List<Fault> faults) {
    List<String> lines = file.lines();
    for (int i = 0; i < lines.size(); i++) {
      if (banned.matcher(lines.get(i)).find()) {
        faults.add(new Fault(file.path(), i + 1, why + " Found: " + lines.get(i).strip()));
      }
    }
  }
}
