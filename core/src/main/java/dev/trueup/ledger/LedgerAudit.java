package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.LedgerFault.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Proves on the stored data that a ledger keeps its promises. Changes nothing. */
public final class LedgerAudit {
  private LedgerAudit() {}

  /**
   * What an audit came to.
   *
   * @param subjects how many were looked at, each as of one moment
   * @param entries how many entries they have
   * @param faults how many broken promises were found and handed out
   */
  public record Summary(long subjects, long entries, long faults) {}

  /**
   * Looks at every subject, page by page.
   *
   * @param pageSize subjects in one page, at most {@link LedgerStore#BATCH_MAX}
   * @param found gets each fault as it is found
   */
  public static Summary run(Ledger ledger, int pageSize, Consumer<LedgerFault> found) {
    long subjects = 0;
    long entries = 0;
    long faults = 0;
    Subject after = null;
    do {
      Page page = page(ledger.counter(), ledger.store(), after, pageSize);
      for (Broken one : page.broken()) {
        one.faults().forEach(found);
        faults += one.faults().size();
      }
      subjects += page.subjects();
      entries += page.entries();
      after = page.next();
    } while (after != null);
    return new Summary(subjects, entries, faults);
  }

  /**
   * A subject that breaks promises.
   *
   * @param audited what is stored of it
   * @param faults at least one
   */
  public record Broken(AuditedBalance audited, List<LedgerFault> faults) {
    public Broken {
      faults = List.copyOf(faults);
    }
  }

  /**
   * A part of an audit.
   *
   * @param subjects how many were looked at, all as of one moment
   * @param entries how many entries they have
   * @param broken those among them that break promises
   * @param next where the next page begins; null at the end
   */
  public record Page(long subjects, long entries, List<Broken> broken, @Nullable Subject next) {
    public Page {
      broken = List.copyOf(broken);
    }
  }

  /**
   * Looks at the subjects past the given one.
   *
   * @param after null for the beginning
   * @param pageSize at most {@link LedgerStore#BATCH_MAX}
   */
  public static Page page(
      LedgerCounter counter, LedgerStore store, @Nullable Subject after, int pageSize) {
    List<AuditedBalance> examined = store.examine(counter, after, pageSize);
    List<Broken> broken = new ArrayList<>();
    long entries = 0;
    for (AuditedBalance one : examined) {
      entries += one.entries();
      List<LedgerFault> faults = faults(counter.name(), one);
      if (!faults.isEmpty()) {
        broken.add(new Broken(one, faults));
      }
    }
    Subject next = examined.size() < pageSize ? null : examined.get(examined.size() - 1).subject();
    return new Page(examined.size(), entries, broken, next);
  }

  /** The promises that one subject breaks; none if all is well. */
  public static List<LedgerFault> faults(String counter, AuditedBalance audited) {
    Faults faults = new Faults(counter, audited.subject());
    StoredBalance stored = audited.stored();
    if (stored == null) {
      faults.add(
          Kind.BALANCE_MISSING,
          audited.entries() + " entries come to " + audited.amount() + " and there is no balance");
      return faults.all;
    }
    Balance balance = stored.balance();
    BigInteger amount = BigInteger.valueOf(balance.amount());
    BigInteger reserved = BigInteger.valueOf(balance.reserved());
    BigInteger available = amount.subtract(reserved);
    if (available.compareTo(BigInteger.valueOf(stored.bounds().floor())) < 0) {
      faults.add(
          Kind.PAST_FLOOR,
          available + " are available, below the floor of " + stored.bounds().floor());
    }
    if (balance.amount() > stored.bounds().ceiling()) {
      faults.add(
          Kind.PAST_CEILING,
          "the balance is " + amount + ", above the ceiling of " + stored.bounds().ceiling());
    }
    if (audited.entries() != balance.entries() || audited.lastSequence() != balance.entries()) {
      faults.add(
          Kind.ENTRIES_MISSING,
          "the balance is of "
              + balance.entries()
              + " entries; there are "
              + audited.entries()
              + ", the last is number "
              + audited.lastSequence());
    }
    if (!audited.amount().equals(amount)) {
      faults.add(
          Kind.NOT_THE_SUM,
          "the balance is " + amount + ", its entries come to " + audited.amount());
    }
    if (audited.brokenLinks() != 0) {
      faults.add(
          Kind.BROKEN_HISTORY,
          audited.brokenLinks() + " entries do not follow from the one before");
    }
    if (!audited.held().equals(reserved)
        || !audited.open().equals(reserved)
        || audited.wrongReservations() != 0) {
      faults.add(
          Kind.WRONGLY_RESERVED,
          reserved
              + " are reserved, the entries hold "
              + audited.held()
              + ", open reservations come to "
              + audited.open()
              + ", "
              + audited.wrongReservations()
              + " of them not as their entries say");
    }
    return faults.all;
  }

  private static final class Faults {
    private final String counter;
    private final Subject subject;
    private final List<LedgerFault> all = new ArrayList<>();

    Faults(String counter, Subject subject) {
      this.counter = counter;
      this.subject = subject;
    }

    void add(Kind kind, String what) {
      all.add(
          new LedgerFault(counter, subject, kind, counter + " of " + subject + ": " + what + "."));
    }
  }
}
