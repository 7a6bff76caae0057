package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.LedgerFault.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
    String name = ledger.counter().name();
    long subjects = 0;
    long entries = 0;
    long faults = 0;
    Subject after = null;
    while (true) {
      List<AuditedBalance> page = ledger.store().examine(ledger.counter(), after, pageSize);
      for (AuditedBalance one : page) {
        List<LedgerFault> broken = faults(name, one);
        broken.forEach(found);
        subjects++;
        entries += one.entries();
        faults += broken.size();
      }
      if (page.isEmpty()) {
        return new Summary(subjects, entries, faults);
      }
      after = page.get(page.size() - 1).subject();
    }
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
