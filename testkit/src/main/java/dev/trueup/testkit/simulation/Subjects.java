package dev.trueup.testkit.simulation;

import dev.trueup.counter.Subject;
import java.util.ArrayList;
import java.util.List;

/** Subjects by number; their keys sort as their numbers do. */
final class Subjects {
  private static final int MAX = 10;
  private static final List<Subject> ALL = make();

  private Subjects() {}

  private static List<Subject> make() {
    List<Subject> subjects = new ArrayList<>();
    for (int i = 0; i < MAX; i++) {
      subjects.add(new Subject("post-" + i));
    }
    return List.copyOf(subjects);
  }

  static Subject of(int number) {
    return ALL.get(number);
  }

  static int number(Subject subject) {
    return subject.key().charAt(subject.key().length() - 1) - '0';
  }

  static List<Subject> first(int count) {
    return ALL.subList(0, count);
  }
}
