package dev.trueup.config;

import java.util.Map;

/** A relation that is counted from both sides names two counters of members, each the other. */
final class OtherSide {
  private OtherSide() {}

  static void check(
      CounterConfig.Members members, Map<String, CounterConfig> counters, Section section) {
    String name = members.otherSide();
    if (name == null) {
      return;
    }
    if (name.equals(members.name())) {
      section.fault("other-side", "the counter itself", "the name of another counter");
      return;
    }
    CounterConfig other = counters.get(name);
    if (other == null) {
      return;
    }
    if (!(other instanceof CounterConfig.Members facing)) {
      section.fault(
          "other-side",
          "\"" + name + "\", a counter of kind " + other.kind(),
          "a counter of kind members, or a name that stands nowhere else in this file");
      return;
    }
    String back = facing.otherSide();
    if (back != null && !back.equals(members.name())) {
      section.fault(
          "other-side",
          "\"" + name + "\", whose other side is \"" + back + "\"",
          "two counters that name each other");
    }
  }
}
