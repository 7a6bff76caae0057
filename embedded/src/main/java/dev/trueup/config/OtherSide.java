package dev.trueup.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A relation that is counted from both sides has two counters of members, each the other side of
 * the other. What only one of them says holds for both; one may be left out of the file as a whole.
 */
final class OtherSide {
  private OtherSide() {}

  /** Checks each relation, and makes its two counters say the same. */
  static void complete(Map<String, CounterConfig> counters, Section all) {
    List<String> fromFile = new ArrayList<>(counters.keySet());
    for (String name : fromFile) {
      if (counters.get(name) instanceof CounterConfig.Members members
          && members.otherSide() != null) {
        completeOne(members, members.otherSide(), counters, all.section(name));
      }
    }
  }

  private static void completeOne(
      CounterConfig.Members members,
      String name,
      Map<String, CounterConfig> counters,
      Section section) {
    if (name.equals(members.name())) {
      section.fault("other-side", "the counter itself", "the name of another counter");
      return;
    }
    CounterConfig other = counters.get(name);
    if (other == null) {
      counters.put(name, facing(members, name, members.selfMembership(), members.store()));
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
    } else if (facing.perDay()) {
      section.fault(
          "other-side", "\"" + name + "\", which counts per day", "a counter that does not");
    } else {
      join(members, facing, counters, section);
    }
  }

  private static void join(
      CounterConfig.Members members,
      CounterConfig.Members facing,
      Map<String, CounterConfig> counters,
      Section section) {
    String store = either(members.store(), facing.store());
    Boolean self = either(members.selfMembership(), facing.selfMembership());
    if (differ(members.store(), facing.store())) {
      section.fault(
          "store", "not the store of " + facing.name(), "one store: both sides are one set");
    }
    if (differ(members.selfMembership(), facing.selfMembership())) {
      section.fault(
          "self-membership",
          "not what " + facing.name() + " says",
          "the same for both sides, or said by one of them: they are one set");
    }
    counters.put(members.name(), facing(facing, members.name(), self, store));
    counters.put(facing.name(), facing(members, facing.name(), self, store));
  }

  private static CounterConfig.Members facing(
      CounterConfig.Members members,
      String name,
      @Nullable Boolean selfMembership,
      @Nullable String store) {
    return new CounterConfig.Members(
        name,
        members.name(),
        members.perDay(),
        members.zone(),
        members.retention(),
        selfMembership,
        store);
  }

  private static <T> @Nullable T either(@Nullable T one, @Nullable T other) {
    return one == null ? other : one;
  }

  private static boolean differ(@Nullable Object one, @Nullable Object other) {
    return one != null && other != null && !one.equals(other);
  }
}
