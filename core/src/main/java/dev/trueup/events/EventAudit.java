package dev.trueup.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.AuditedTally.BrokenRow;
import dev.trueup.events.EventFault.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Proves on the stored data that a journal keeps its promises. Changes nothing. */
public final class EventAudit {
  private EventAudit() {}

  /**
   * What an audit came to.
   *
   * @param subjects how many were looked at, each as of one moment
   * @param rows how many rows they have
   * @param sealed how many events are in their sealed parts
   * @param drifted of how many subjects a promise is broken
   */
  public record Summary(long subjects, long rows, long sealed, long drifted) {
    static final Summary NOTHING = new Summary(0, 0, 0, 0);

    Summary plus(Summary more) {
      return new Summary(
          subjects + more.subjects, rows + more.rows, sealed + more.sealed, drifted + more.drifted);
    }
  }

  /**
   * One subject that breaks a promise.
   *
   * @param counted the value as it is read; null where there is none
   * @param truth the sealed part plus the journal
   * @param faults at least one
   */
  public record Finding(
      Subject subject, @Nullable Long counted, BigInteger truth, List<EventFault> faults) {
    /** How much too much is counted; of a value that is missing, nothing is. */
    public BigInteger drift() {
      return BigInteger.valueOf(counted == null ? 0 : counted).subtract(truth);
    }
  }

  /**
   * Looks at every subject, page by page.
   *
   * @param pageSize subjects in one page, at most {@link EventStore#BATCH_MAX}
   * @param found gets each subject that breaks a promise, as it is found
   */
  public static Summary run(EventJournal journal, int pageSize, Consumer<Finding> found) {
    Summary summary = Summary.NOTHING;
    Subject after = null;
    do {
      Page page = page(journal, after, pageSize);
      page.findings().forEach(found);
      summary = summary.plus(page.summary());
      after = page.next();
    } while (after != null);
    return summary;
  }

  /**
   * A part of an audit.
   *
   * @param findings the subjects of the page that break a promise
   * @param next past which subject the next page begins; null after the last one
   */
  public record Page(Summary summary, List<Finding> findings, @Nullable Subject next) {}

  /**
   * Looks at the subjects past the given one.
   *
   * @param size subjects in the page, at most {@link EventStore#BATCH_MAX}
   */
  public static Page page(EventJournal journal, @Nullable Subject after, int size) {
    List<AuditedTally> page = journal.store().examine(journal.counter(), after, size);
    Summary summary = Summary.NOTHING;
    List<Finding> findings = new ArrayList<>();
    for (AuditedTally one : page) {
      Finding finding = examine(journal.counter().name(), one);
      EventTally stored = one.stored();
      long sealed = stored == null ? 0 : stored.sealed().events();
      summary =
          summary.plus(new Summary(1, one.rows(), sealed, finding.faults().isEmpty() ? 0 : 1));
      if (!finding.faults().isEmpty()) {
        findings.add(finding);
      }
    }
    return new Page(summary, findings, page.isEmpty() ? null : page.get(page.size() - 1).subject());
  }

  /** What is true of one subject, and the promises that it breaks; none if all is well. */
  public static Finding examine(String counter, AuditedTally audited) {
    EventTally stored = audited.stored();
    EventTally.Sealed sealed = stored == null ? EventTally.Sealed.NOTHING : stored.sealed();
    BigInteger added = audited.added().add(BigInteger.valueOf(sealed.added()));
    BigInteger removed = audited.removed().add(BigInteger.valueOf(sealed.removed()));
    BigInteger truth = added.subtract(removed);
    Faults faults = new Faults(counter, audited.subject());
    if (stored == null) {
      faults.add(
          Kind.TALLY_MISSING,
          audited.rows() + " events come to " + truth + " and there is no tally of them");
    } else {
      check(audited, stored, added, removed, faults);
    }
    for (BrokenRow row : audited.broken()) {
      faults.add(
          Kind.BROKEN_HISTORY,
          "event "
              + row.id()
              + ", number "
              + row.sequence()
              + ", adds "
              + row.amount()
              + " to "
              + row.before()
              + " and says "
              + row.after());
    }
    return new Finding(
        audited.subject(), stored == null ? null : stored.value(), truth, List.copyOf(faults.all));
  }

  private static void check(
      AuditedTally audited,
      EventTally stored,
      BigInteger added,
      BigInteger removed,
      Faults faults) {
    if (!added.equals(BigInteger.valueOf(stored.added()))
        || !removed.equals(BigInteger.valueOf(stored.removed()))) {
      faults.add(
          Kind.NOT_THE_SUM,
          "the value is "
              + stored.added()
              + " - "
              + stored.removed()
              + "; sealed part and journal come to "
              + added
              + " - "
              + removed);
    }
    if (audited.rows() != stored.events() - stored.sealed().events()) {
      faults.add(
          Kind.ROWS_MISSING,
          "the value is of "
              + stored.events()
              + " events, of which "
              + stored.sealed().events()
              + " are sealed; the journal has "
              + audited.rows());
    }
    if (stored.sealed().events() > stored.events()
        || stored.sealed().added() > stored.added()
        || stored.sealed().removed() > stored.removed()) {
      faults.add(
          Kind.WRONGLY_SEALED, "more is sealed than was counted: " + stored.sealed().events());
    }
  }

  private static final class Faults {
    private final String counter;
    private final Subject subject;
    private final List<EventFault> all = new ArrayList<>();

    Faults(String counter, Subject subject) {
      this.counter = counter;
      this.subject = subject;
    }

    void add(Kind kind, String what) {
      all.add(
          new EventFault(counter, subject, kind, counter + " of " + subject + ": " + what + "."));
    }
  }
}
