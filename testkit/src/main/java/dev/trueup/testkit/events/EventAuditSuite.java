package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.OTHER;
import static dev.trueup.testkit.events.EventKit.PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.events.EventAudit;
import dev.trueup.events.EventFault;
import dev.trueup.events.EventFault.Kind;
import dev.trueup.testkit.compatibility.KeySuite;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** An audit proves the promises on the stored data, and finds what was changed by hand. */
public interface EventAuditSuite extends EventSuite {
  @Test
  default void l3AnAuditOfManySubjectsLooksAtEachOnceAndFindsNothing() {
    for (int i = 0; i < 10; i++) {
      fill(kit(), new Subject("s" + i));
    }
    kit().seal(13, 1);

    Set<Subject> seen = new HashSet<>();
    Subject after = null;
    while (true) {
      var page = kit().store().examine(kit().counter(), after, 3);
      if (page.isEmpty()) {
        break;
      }
      assertThat(page).hasSizeLessThanOrEqualTo(3).allMatch(one -> seen.add(one.subject()));
      after = page.get(page.size() - 1).subject();
    }

    assertThat(seen).hasSize(10);
    assertThat(kit().audit()).isEmpty();
    EventAudit.Summary summary = kit().events().audit(kit().counter().name(), finding -> {});
    assertThat(summary).isEqualTo(new EventAudit.Summary(10, 37, 13, 0));
  }

  @Test
  default void subjectsThatLookAlikeAreEachAudited() {
    KeySuite.HOSTILE.forEach(
        key -> kit().applied(kit().event(new Subject(key), "a", kit().ago(1))));

    assertThat(kit().store().examine(kit().counter(), null, 1_000).stream())
        .extracting(one -> one.subject().key())
        .containsExactlyInAnyOrderElementsOf(KeySuite.HOSTILE);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void i8AnAuditChangesNothing() {
    fill(kit(), PAGE);
    String before = kit().everythingOf(PAGE) + kit().refusals();

    assertThat(kit().drifts()).isEmpty();

    assertThat(kit().everythingOf(PAGE) + kit().refusals()).isEqualTo(before);
  }

  @Test
  default void l3AnAuditTellsByHowMuchAValueIsWrongAndOfNoOther() {
    fill(kit(), new Subject("before"));
    fill(kit(), PAGE);
    fill(kit(), OTHER);
    kit().requireSound();
    Assumptions.assumeTrue(
        tamper(kit(), PAGE, Tampering.VALUE_RAISED),
        "the store does not let this be changed by hand");

    assertThat(kit().drifts()).isEqualTo(Map.of(PAGE, BigInteger.ONE));
  }

  @Test
  default void l3AValueRaisedByHandIsFoundAndByHowMuch() {
    EventAudit.Finding finding = finds(Tampering.VALUE_RAISED, Kind.NOT_THE_SUM);

    assertThat(finding.counted()).isEqualTo(12);
    assertThat(finding.truth()).isEqualTo(11);
    assertThat(finding.drift()).isEqualTo(1);
  }

  @Test
  default void l3AnAmountChangedByHandIsFoundAndItsRowNamed() {
    EventAudit.Finding finding =
        finds(Tampering.AMOUNT_CHANGED, Kind.NOT_THE_SUM, Kind.BROKEN_HISTORY);

    assertThat(finding.drift()).isEqualTo(-1);
    assertThat(finding.faults())
        .filteredOn(fault -> fault.kind() == Kind.BROKEN_HISTORY)
        .singleElement()
        .satisfies(fault -> assertThat(fault.message()).contains("id-2"));
  }

  @Test
  default void l2ARowRemovedByHandIsFound() {
    finds(Tampering.ROW_REMOVED, Kind.ROWS_MISSING, Kind.NOT_THE_SUM);
  }

  @Test
  default void l3ASealedSumRaisedByHandIsFound() {
    finds(Tampering.SEALED_RAISED, Kind.NOT_THE_SUM);
  }

  @Test
  default void l3ATallyRemovedByHandIsFound() {
    finds(Tampering.TALLY_REMOVED, Kind.TALLY_MISSING);
  }

  private EventAudit.Finding finds(Tampering tampering, Kind... kinds) {
    fill(kit(), new Subject("before"));
    fill(kit(), PAGE);
    fill(kit(), OTHER);
    assertThat(kit().audit()).isEmpty();
    Assumptions.assumeTrue(
        tamper(kit(), PAGE, tampering), "the store does not let this be changed by hand");

    List<EventAudit.Finding> findings = kit().audit();

    assertThat(findings).hasSize(1);
    EventAudit.Finding finding = findings.get(0);
    assertThat(finding.subject()).isEqualTo(PAGE);
    assertThat(finding.faults().stream().map(EventFault::kind)).contains(kinds);
    assertThat(finding.faults())
        .allMatch(fault -> fault.message().contains(PAGE.key()))
        .allMatch(fault -> fault.message().contains(kit().counter().name()));
    return finding;
  }

  /** Five events that come to 11; the first two are old. */
  private static void fill(EventKit kit, Subject subject) {
    kit.applied(kit.event(subject, "old-1", kit.old(10)).weighing(5));
    kit.applied(kit.event(subject, "old-2", kit.old(5)).weighing(-1));
    kit.applied(kit.event(subject, "id-1", kit.ago(5)).weighing(3));
    kit.applied(kit.event(subject, "id-2", kit.ago(4)).weighing(6));
    kit.applied(kit.event(subject, "id-3", kit.ago(3)).weighing(-2));
  }
}
