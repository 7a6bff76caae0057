package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.ledger.AuditedBalance;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerBook;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Reservation;
import dev.trueup.ledger.StoredBalance;
import dev.trueup.testkit.ledger.ModelLedgerState.CounterState;
import dev.trueup.testkit.ledger.ModelLedgerState.EntryKey;
import dev.trueup.testkit.ledger.ModelLedgerState.SubjectState;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A ledger store in memory: what the suite and the simulation run on, and what planted faults break
 * one step of. The protected methods are those steps, honest as they stand.
 */
public class ModelLedgerStore implements LedgerStore {
  private final ModelLedgerState state;
  private final InstantSource clock;

  public ModelLedgerStore(ModelLedgerState state, InstantSource clock) {
    this.state = state;
    this.clock = clock;
  }

  /** What the rules are told about a balance. */
  protected StoredBalance loaded(StoredBalance stored) {
    return stored;
  }

  /** What the rules are told about an entry that is known; null for nothing. */
  protected @Nullable Entry remembered(Entry entry) {
    return entry;
  }

  /** What the rules are told about a reservation; null for nothing. */
  protected @Nullable Reservation loaded(Reservation reservation) {
    return reservation;
  }

  /** The key that a subject is kept under. */
  protected Subject key(Subject subject) {
    return subject;
  }

  /** The key that an id is kept under. */
  protected String idKey(String id) {
    return id;
  }

  /** The balance that is written. */
  protected Balance saved(LedgerBook.Written written, Balance stored) {
    return written.after();
  }

  /** The reservation that is written. */
  protected Reservation saved(Reservation reservation) {
    return reservation;
  }

  /** Whether an entry is written at all. */
  protected boolean keeps(Entry entry) {
    return true;
  }

  /** The answer to an operation. */
  protected LedgerOutcome answer(LedgerOperation operation, LedgerOutcome outcome) {
    return outcome;
  }

  /** Called between looking and writing. */
  protected void looked() {}

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void enable(LedgerCounter counter) {
    synchronized (state) {
      CounterState known = state.counters.get(counter.name());
      if (known == null) {
        state.counters.put(counter.name(), new CounterState(counter.bounds()));
        return;
      }
      Bounds bounds = counter.bounds();
      known.subjects.forEach(
          (subject, held) -> {
            if (held.balance.available() < bounds.floor()
                || held.balance.amount() > bounds.ceiling()) {
              throw new BadRequestException(
                  counter.name() + " of " + subject + " is past the new bounds.");
            }
          });
      known.bounds = bounds;
    }
  }

  @Override
  public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
    if (operations.size() > BATCH_MAX) {
      throw new BadRequestException(operations.size() + " operations are too many.");
    }
    synchronized (state) {
      CounterState of = counter(counter);
      LedgerBook book = open(counter, of, operations);
      looked();
      List<LedgerOutcome> outcomes = new ArrayList<>();
      for (LedgerOperation operation : operations) {
        outcomes.add(answer(operation, book.apply(operation)));
      }
      book.written().forEach(written -> save(of, written));
      return outcomes;
    }
  }

  private LedgerBook open(
      LedgerCounter counter, CounterState of, List<LedgerOperation> operations) {
    Map<Subject, StoredBalance> balances = new LinkedHashMap<>();
    for (LedgerOperation operation : operations) {
      for (Subject subject : operation.subjects()) {
        SubjectState held = of.subjects.get(key(subject));
        Balance balance = held == null ? Balance.ZERO : held.balance;
        balances.put(subject, loaded(new StoredBalance(balance, of.bounds)));
      }
    }
    LedgerBook book = new LedgerBook(counter, clock.instant(), balances);
    for (LedgerOperation operation : operations) {
      for (Subject subject : operation.subjects()) {
        SubjectState held = of.subjects.get(key(subject));
        if (held != null) {
          tell(book, subject, held, operation);
        }
      }
    }
    return book;
  }

  private void tell(
      LedgerBook book, Subject subject, SubjectState held, LedgerOperation operation) {
    String reservation = operation.needsReservation();
    List<Entry> known = new ArrayList<>();
    add(known, held.ids.get(new EntryKey(operation.idSpace(), idKey(operation.id()))));
    if (reservation != null) {
      add(known, held.ids.get(new EntryKey(Entry.IdSpace.END, idKey(reservation))));
    }
    book.knowEntries(known.stream().map(entry -> renamed(entry, subject, operation)).toList());
    Instant now = clock.instant();
    List<Reservation> reservations = new ArrayList<>();
    for (Reservation one : held.reservations.values()) {
      if (one.id().equals(reservation) || one.isDueAt(now)) {
        Reservation told = loaded(one);
        if (told != null) {
          reservations.add(told);
        }
      }
    }
    book.knowReservations(reservations);
  }

  private void add(List<Entry> known, @Nullable Entry entry) {
    Entry told = entry == null ? null : remembered(entry);
    if (told != null) {
      known.add(told);
    }
  }

  /** A store that mistakes two keys finds the entry under the name that was asked for. */
  private static Entry renamed(Entry entry, Subject subject, LedgerOperation operation) {
    String id = entry.kind().idSpace() == operation.idSpace() ? operation.id() : entry.id();
    return entry.subject().equals(subject) && entry.id().equals(id)
        ? entry
        : new Entry(
            subject,
            entry.sequence(),
            entry.kind(),
            id,
            entry.amount(),
            entry.held(),
            entry.reference(),
            entry.expiresAt(),
            entry.at(),
            entry.after());
  }

  private void save(CounterState of, LedgerBook.Written written) {
    SubjectState held =
        of.subjects.computeIfAbsent(key(written.subject()), subject -> new SubjectState());
    held.balance = saved(written, held.balance);
    for (Entry entry : written.entries()) {
      if (keeps(entry)) {
        held.entries.add(entry);
        held.ids.put(new EntryKey(entry.kind().idSpace(), idKey(entry.id())), entry);
      }
    }
    for (Reservation one : written.reservations()) {
      held.reservations.put(one.id(), saved(one));
    }
  }

  @Override
  public Map<Subject, StoredBalance> balances(LedgerCounter counter, Collection<Subject> subjects) {
    synchronized (state) {
      CounterState of = counter(counter);
      Map<Subject, StoredBalance> balances = new LinkedHashMap<>();
      for (Subject subject : subjects) {
        SubjectState held = of.subjects.get(key(subject));
        if (held != null) {
          balances.put(subject, new StoredBalance(held.balance, of.bounds));
        }
      }
      return balances;
    }
  }

  @Override
  public List<Entry> entries(
      LedgerCounter counter, Subject subject, long afterSequence, int limit) {
    synchronized (state) {
      SubjectState held = counter(counter).subjects.get(key(subject));
      return held == null
          ? List.of()
          : held.entries.stream()
              .filter(entry -> entry.sequence() > afterSequence)
              .limit(limit)
              .toList();
    }
  }

  @Override
  public Optional<Reservation> reservation(LedgerCounter counter, Subject subject, String id) {
    synchronized (state) {
      SubjectState held = counter(counter).subjects.get(key(subject));
      return held == null ? Optional.empty() : Optional.ofNullable(held.reservations.get(id));
    }
  }

  @Override
  public List<Reservation> due(LedgerCounter counter, int limit) {
    synchronized (state) {
      Instant now = clock.instant();
      return counter(counter).subjects.values().stream()
          .flatMap(held -> held.reservations.values().stream())
          .filter(one -> one.isDueAt(now))
          .sorted(Comparator.comparing(Reservation::expiresAt))
          .limit(limit)
          .toList();
    }
  }

  @Override
  public List<AuditedBalance> examine(LedgerCounter counter, @Nullable Subject after, int limit) {
    synchronized (state) {
      CounterState of = counter(counter);
      var past = after == null ? of.subjects : of.subjects.tailMap(after, false);
      return past.entrySet().stream()
          .limit(limit)
          .map(one -> audited(one.getKey(), one.getValue(), of.bounds))
          .toList();
    }
  }

  private static AuditedBalance audited(Subject subject, SubjectState held, Bounds bounds) {
    BigInteger amount = BigInteger.ZERO;
    BigInteger reserved = BigInteger.ZERO;
    BigInteger open = BigInteger.ZERO;
    long broken = 0;
    long last = 0;
    for (Entry entry : held.entries) {
      amount = amount.add(BigInteger.valueOf(entry.amount()));
      reserved = reserved.add(BigInteger.valueOf(entry.held()));
      boolean follows =
          amount.equals(BigInteger.valueOf(entry.after().amount()))
              && reserved.equals(BigInteger.valueOf(entry.after().reserved()));
      broken += follows ? 0 : 1;
      last = Math.max(last, entry.sequence());
    }
    for (Reservation one : held.reservations.values()) {
      open = open.add(BigInteger.valueOf(one.open()));
    }
    return new AuditedBalance(
        subject,
        new StoredBalance(held.balance, bounds),
        held.entries.size(),
        last,
        amount,
        reserved,
        broken,
        open,
        wrongReservations(held));
  }

  private static long wrongReservations(SubjectState held) {
    return held.reservations.values().stream()
        .filter(
            one ->
                one.open()
                    != held.entries.stream()
                        .filter(entry -> entry.kind() != Entry.Kind.TRANSFER)
                        .filter(entry -> one.id().equals(entry.reference()))
                        .mapToLong(Entry::held)
                        .sum())
        .count();
  }

  private CounterState counter(LedgerCounter counter) {
    CounterState of = state.counters.get(counter.name());
    if (of == null) {
      throw new BadRequestException("Ledger " + counter.name() + " was never enabled.");
    }
    return of;
  }

  @Override
  public void close() {}
}
