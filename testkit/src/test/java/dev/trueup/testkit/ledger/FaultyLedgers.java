package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerBook;
import dev.trueup.ledger.Reservation;
import dev.trueup.ledger.StoredBalance;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ledgers with a single step broken, by what is wrong with them. */
final class FaultyLedgers {
  static final ModelLedger.Backend HONEST = Broken::new;

  private FaultyLedgers() {}

  static Map<String, ModelLedger.Backend> all() {
    Map<String, ModelLedger.Backend> faults = ofTheBooks();
    faults.putAll(ofTheKeys());
    faults.putAll(FaultyLedgerVerbs.all());
    faults.putAll(FaultyLedgerAnswers.all());
    return faults;
  }

  /** What is wrong whatever the keys look like. */
  static Map<String, ModelLedger.Backend> ofTheBooks() {
    Map<String, ModelLedger.Backend> faults = new LinkedHashMap<>();
    faults.put(
        "takes below the floor",
        memory ->
            new Broken(memory) {
              @Override
              protected StoredBalance loaded(StoredBalance stored) {
                return new StoredBalance(
                    stored.balance(), new Bounds(Long.MIN_VALUE, stored.bounds().ceiling()));
              }
            });
    faults.put(
        "adds above the ceiling",
        memory ->
            new Broken(memory) {
              @Override
              protected StoredBalance loaded(StoredBalance stored) {
                return new StoredBalance(
                    stored.balance(), new Bounds(stored.bounds().floor(), Long.MAX_VALUE));
              }
            });
    faults.put(
        "lets what is reserved be taken",
        memory ->
            new Broken(memory) {
              @Override
              protected StoredBalance loaded(StoredBalance stored) {
                Balance balance = stored.balance();
                return new StoredBalance(
                    new Balance(balance.amount(), 0, balance.entries()), stored.bounds());
              }

              @Override
              protected Balance saved(LedgerBook.Written written, Balance stored) {
                return with(written.after(), 0, stored.reserved());
              }
            });
    faults.put(
        "counts a repetition again",
        memory ->
            new Broken(memory) {
              @Override
              protected @Nullable Entry remembered(Entry entry) {
                return null;
              }
            });
    faults.put(
        "forgets entries but the newest",
        memory ->
            new Broken(memory) {
              private long newest;

              @Override
              protected @Nullable Entry remembered(Entry entry) {
                newest = Math.max(newest, entry.sequence());
                return entry.sequence() < newest - 1 ? null : entry;
              }
            });
    faults.put(
        "a reservation lowers the balance",
        memory ->
            new Broken(memory) {
              @Override
              protected Balance saved(LedgerBook.Written written, Balance stored) {
                return with(written.after(), -risen(written), 0);
              }
            });
    faults.put(
        "a post leaves what is reserved",
        memory ->
            new Broken(memory) {
              @Override
              protected Balance saved(LedgerBook.Written written, Balance stored) {
                return with(written.after(), 0, posted(written));
              }
            });
    faults.put(
        "a post leaves the reservation open",
        memory ->
            new Broken(memory) {
              @Override
              protected Reservation saved(Reservation reservation) {
                return reservation.isOpen()
                    ? reservation
                    : opened(reservation, reservation.amount());
              }
            });
    faults.put(
        "a release gives back what was posted too",
        memory ->
            new Broken(memory) {
              @Override
              protected Reservation loaded(Reservation reservation) {
                return reservation.isOpen()
                    ? opened(reservation, reservation.amount())
                    : reservation;
              }
            });
    faults.put(
        "gives back twice",
        memory ->
            new Broken(memory) {
              @Override
              protected @Nullable Entry remembered(Entry entry) {
                return entry.kind().idSpace() == Entry.IdSpace.END ? null : entry;
              }

              @Override
              protected Reservation loaded(Reservation reservation) {
                return opened(reservation, Math.max(1, reservation.open()));
              }
            });
    faults.put(
        "posts after the end",
        memory ->
            new Broken(memory) {
              @Override
              protected Reservation loaded(Reservation reservation) {
                return ending(reservation, Instant.MAX);
              }
            });
    faults.put(
        "ends reservations before their time",
        memory ->
            new Broken(memory) {
              @Override
              protected Reservation loaded(Reservation reservation) {
                return ending(reservation, Instant.EPOCH);
              }
            });
    faults.put(
        "does not see what is past its end",
        memory ->
            new Broken(memory) {
              @Override
              protected @Nullable Reservation loaded(Reservation reservation) {
                return reservation.isDueAt(now()) ? null : reservation;
              }
            });
    faults.put(
        "a transfer does not arrive",
        memory ->
            new Broken(memory) {
              @Override
              protected boolean keeps(Entry entry) {
                return entry.kind() != Entry.Kind.TRANSFER || entry.amount() < 0;
              }

              @Override
              protected Balance saved(LedgerBook.Written written, Balance stored) {
                return written.entries().stream().allMatch(this::keeps) ? written.after() : stored;
              }
            });
    faults.put(
        "loses an entry of the balance",
        memory ->
            new Broken(memory) {
              @Override
              protected boolean keeps(Entry entry) {
                return entry.sequence() % 2 == 1;
              }
            });
    faults.put(
        "keeps the balance as a floating point number",
        memory ->
            new Broken(memory) {
              @Override
              protected Balance saved(LedgerBook.Written written, Balance stored) {
                Balance after = written.after();
                return new Balance(
                    (long) (double) after.amount(), after.reserved(), after.entries());
              }
            });
    faults.put(
        "keeps the balance in 32 bits",
        memory ->
            new Broken(memory) {
              @Override
              protected Balance saved(LedgerBook.Written written, Balance stored) {
                Balance after = written.after();
                return new Balance((int) after.amount(), after.reserved(), after.entries());
              }
            });
    return faults;
  }

  private static Map<String, ModelLedger.Backend> ofTheKeys() {
    Map<String, ModelLedger.Backend> faults = new LinkedHashMap<>();
    faults.put(
        "folds the case of ids",
        memory ->
            new Broken(memory) {
              @Override
              protected String idKey(String id) {
                return id.toLowerCase(Locale.ROOT);
              }
            });
    faults.put(
        "pads subjects",
        memory ->
            new Broken(memory) {
              @Override
              protected Subject key(Subject subject) {
                String key = subject.key().replaceAll(" +$", "");
                return key.isEmpty() ? subject : new Subject(key);
              }
            });
    faults.put(
        "cuts long ids",
        memory ->
            new Broken(memory) {
              @Override
              protected String idKey(String id) {
                return id.substring(0, Math.min(255, id.length()));
              }
            });
    return faults;
  }

  /** The model store, to be broken in one step. */
  static class Broken extends ModelLedgerStore {
    Broken(ModelLedger memory) {
      super(memory.state(), memory.clock());
    }
  }

  private static Balance with(Balance balance, long more, long moreReserved) {
    return new Balance(
        balance.amount() + more, balance.reserved() + moreReserved, balance.entries());
  }

  private static long risen(LedgerBook.Written written) {
    return written.entries().stream()
        .filter(entry -> entry.kind() == Entry.Kind.RESERVE)
        .mapToLong(Entry::held)
        .sum();
  }

  private static long posted(LedgerBook.Written written) {
    return written.entries().stream()
        .filter(entry -> entry.kind() == Entry.Kind.POST)
        .mapToLong(entry -> -entry.held())
        .sum();
  }

  private static Reservation opened(Reservation reservation, long open) {
    return new Reservation(
        reservation.subject(),
        reservation.id(),
        reservation.amount(),
        open,
        reservation.expiresAt());
  }

  private static Reservation ending(Reservation reservation, Instant end) {
    return new Reservation(
        reservation.subject(), reservation.id(), reservation.amount(), reservation.open(), end);
  }
}
