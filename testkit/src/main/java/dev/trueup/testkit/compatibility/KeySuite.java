package dev.trueup.testkit.compatibility;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.COVERED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static dev.trueup.testkit.compatibility.StoreKit.POST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Keys are compared byte for byte: nothing is padded, folded, normalized, cut or interpreted. */
public interface KeySuite extends StoreSuite {
  /** Texts that a careless collation, escape or limit takes for each other or for its own. */
  List<String> HOSTILE =
      List.of(
          "a",
          "a ",
          "a  ",
          " a",
          "A",
          "a\t",
          "a\n",
          "a\u00a0",
          "\u00e4",
          "a\u0308",
          "\u00c4",
          "i",
          "I",
          "\u0131",
          "\u0130",
          "ss",
          "\u00df",
          "\u1e9e",
          "e\u200d",
          "e",
          "'",
          "''",
          "\"",
          "\\",
          "\\'",
          "`",
          "%",
          "_",
          "?",
          ":a",
          "{a}",
          "$1",
          "-- ",
          ";",
          "/*",
          "0",
          "00",
          "-0",
          "1e0",
          "0x41",
          "null",
          "NULL",
          "true",
          "[\"7\",\"42\"]",
          "[\"7\", \"42\"]",
          "\u0001",
          "\u007f",
          "\ufeff",
          "\uffff",
          "\ue000",
          "\ud83d\ude00",
          "\ud83d\ude01",
          "\u4e2d\u6587",
          "\u0645\u0631\u062d\u0628\u0627",
          "x".repeat(255),
          "x".repeat(256),
          "\ud83d\ude00".repeat(64),
          "\u00e4".repeat(128));

  @Test
  default void everySubjectIsItsOwn() {
    List<Subject> subjects = new ArrayList<>(HOSTILE.stream().map(Subject::new).toList());
    subjects.add(new Subject("y".repeat(Subject.BYTES_MAX)));
    subjects.add(new Subject("y".repeat(Subject.BYTES_MAX - 1) + "z"));
    subjects.add(new Subject("y".repeat(Subject.BYTES_MAX - 1) + " "));
    subjects.add(new Subject("\ud83d\ude00".repeat(Subject.BYTES_MAX / 4)));
    List<Change> changes = new ArrayList<>();
    Map<Subject, Long> expected = new HashMap<>();
    for (int i = 0; i < subjects.size(); i++) {
      changes.add(kit().change(subjects.get(i), "id", i + 1, 1, 1));
      expected.put(subjects.get(i), i + 1L);
    }

    assertThat(kit().kindsOf(kit().accept(changes))).containsOnly(APPLIED);

    Map<Subject, Long> sums = new HashMap<>();
    kit()
        .store()
        .read(kit().counter(), subjects)
        .forEach(
            (subject, stored) -> stored.cells().values().forEach(sum -> sums.put(subject, sum)));
    assertThat(sums).isEqualTo(expected);
    assertThat(kit().everyCandidate(9)).containsExactlyInAnyOrderElementsOf(subjects);
  }

  @Test
  default void pagesOfHostileSubjectsHoldEachOnce() {
    List<Subject> subjects = HOSTILE.stream().map(Subject::new).toList();
    for (int i = 0; i < subjects.size(); i++) {
      kit().install(subjects.get(i), i, kit().watermark(1, 1));
    }

    for (int pageSize : List.of(1, 7, subjects.size(), 500)) {
      assertThat(kit().everySubject(pageSize)).containsExactlyInAnyOrderElementsOf(subjects);
    }
    assertThat(kit().everyCandidate(7)).isEmpty();
    for (int i = 0; i < subjects.size(); i++) {
      assertThat(kit().fast(subjects.get(i))).as("%s", subjects.get(i)).isEqualTo(i);
    }
  }

  @Test
  default void i3EveryIdAndFactIsItsOwn() {
    List<Change> changes = new ArrayList<>();
    long sum = 0;
    for (int i = 0; i < HOSTILE.size(); i++) {
      String text = HOSTILE.get(i);
      changes.add(
          new Change(
              kit().counter().name(), POST, i + 1, text, text, kit().window(2), kit().window(1)));
      sum += i + 1;
    }

    assertThat(kit().kindsOf(kit().accept(changes))).containsOnly(APPLIED);
    assertThat(kit().kindsOf(kit().accept(changes))).containsOnly(DUPLICATE);

    assertThat(kit().stored(POST).cells().values()).containsExactly(sum);
    assertThat(kit().recorded(POST).changes()).containsExactlyInAnyOrderElementsOf(changes);
    assertThat(kit().recorded(POST).covered()).isEmpty();

    // What was judged equals what is dropped only if every id came back as it went in.
    kit().install(POST, sum, kit().watermark(5, 5));
    assertThat(kit().head(POST).marked()).isFalse();
    assertThat(kit().kindsOf(kit().accept(changes))).containsOnly(COVERED);
    Set<Change> covered = new HashSet<>(kit().recorded(POST).covered());
    assertThat(covered).containsExactlyInAnyOrderElementsOf(changes);
  }
}
