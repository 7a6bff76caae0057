package dev.trueup.house;

import java.util.List;

/** A rule of the house. It sees all files at once and keeps nothing. */
interface Rule {
  String name();

  List<Fault> faults(List<SourceFile> files);
}
