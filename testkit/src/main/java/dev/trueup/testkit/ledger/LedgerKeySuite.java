package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.testkit.compatibility.KeySuite;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Subjects and ids are compared byte for byte. */
public interface LedgerKeySuite extends LedgerSuite {
  @Test
  default void l2IdsThatLookAlikeAreDifferent() {
    List<String> ids = KeySuite.HOSTILE;
    List<LedgerOperation> operations = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      operations.add(new Append(SHELF, ids.get(i), i + 1));
    }

    assertThat(kit().apply(operations)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(kit().apply(operations)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    kit().holds(ids.size() * (ids.size() + 1L) / 2, 0);
    assertThat(kit().entries(SHELF).stream().map(Entry::id)).containsExactlyElementsOf(ids);
  }

  @Test
  default void subjectsThatLookAlikeAreDifferent() {
    List<String> keys = KeySuite.HOSTILE;
    List<LedgerOperation> operations = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      operations.add(new Append(new Subject(keys.get(i)), "id", i + 1));
    }

    assertThat(kit().apply(operations)).allMatch(one -> one.kind() == Kind.APPLIED);
    for (int i = 0; i < keys.size(); i++) {
      kit().holds(new Subject(keys.get(i)), i + 1L, 0);
    }
    assertThat(kit().store().examine(kit().counter(), null, 1_000)).hasSize(keys.size());
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void reservationsThatLookAlikeAreDifferent() {
    applied(kit().append("in", 1_000));
    for (String id : List.of("r", "R", "r ", "\u0131", "i")) {
      applied(kit().reserve(id, 1, kit().later()));
    }
    applied(kit().release("r"));

    kit().holds(1_000, 4);
    assertThat(kit().open("r ")).isEqualTo(1);
    assertThat(kit().open("R")).isEqualTo(1);
  }

  @Test
  default void theLongestKeysFit() {
    Subject longest = new Subject("\u00e4".repeat(Subject.BYTES_MAX / 2));
    String id = "\u00e4".repeat(128);

    applied(kit().append(longest, id, 3));
    applied(kit().transfer(longest, SHELF, "t", 1));
    kit().holds(longest, 2, 0);
    assertThat(kit().audit()).isEmpty();
  }
}
