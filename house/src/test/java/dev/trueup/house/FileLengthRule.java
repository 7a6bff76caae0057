package dev.trueup.house;

import java.util.List;

/** A source file is short enough to be read in one go. */
record FileLengthRule(int linesMax) implements Rule {
  @Override
  public String name() {
    return "no file of more than " + linesMax + " lines";
  }

  @Override
  public List<Fault> faults(List<SourceFile> files) {
    return files.stream()
        .filter(SourceFile::isJava)
        .filter(file -> file.lines().size() > linesMax)
        .map(
            file ->
                new Fault(
                    file.path(),
                    0,
                    file.lines().size()
                        + " lines. Give each job of this class a class of its own."))
        .toList();
  }
}
