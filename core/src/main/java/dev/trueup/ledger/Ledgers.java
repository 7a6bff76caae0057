package dev.trueup.ledger;

import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What may be asked of ledgers. Each answer comes from the truth itself: there is no cache, no mode
 * of reading and no eventual path. Thread-safe; holds no state but the definitions.
 *
 * <p>A wrong argument is REJECTED by name and an answer that is lost is UNKNOWN; neither is thrown.
 */
public final class Ledgers {
  /** The most operations in one call. */
  public static final int CALL_MAX = LedgerStore.BATCH_MAX;

  private final Map<String, Ledger> ledgers;
  private final Set<String> otherNames;

  /**
   * @param ledgers the counters, enabled in their stores
   * @param otherNames names of counters of another kind, for telling them from unknown
   */
  public Ledgers(Collection<Ledger> ledgers, Collection<String> otherNames) {
    Map<String, Ledger> byName = new TreeMap<>();
    for (Ledger one : ledgers) {
      byName.put(one.counter().name(), one);
    }
    this.ledgers = Map.copyOf(byName);
    this.otherNames = Set.copyOf(otherNames);
  }

  /** Adds to a balance, or takes from it. */
  public LedgerOutcome append(String counter, String subject, String id, long amount) {
    return one(counter, subject, of -> new LedgerOperation.Append(of, id, amount));
  }

  /** Takes from one subject and adds to another: both or neither. */
  public LedgerOutcome transfer(String counter, String from, String to, String id, long amount) {
    return one(counter, from, of -> new LedgerOperation.Transfer(of, new Subject(to), id, amount));
  }

  /** Promises a part of the balance until an instant. */
  public LedgerOutcome reserve(
      String counter, String subject, String id, long amount, Instant expiresAt) {
    return one(counter, subject, of -> new LedgerOperation.Reserve(of, id, amount, expiresAt));
  }

  /**
   * Takes what was promised.
   *
   * @param id of the entry that it makes
   * @param amount null for all that is left
   */
  public LedgerOutcome post(
      String counter, String subject, String reservation, String id, @Nullable Long amount) {
    return one(counter, subject, of -> new LedgerOperation.Post(of, reservation, id, amount));
  }

  /** Gives back all that is left of a reservation. */
  public LedgerOutcome release(String counter, String subject, String reservation) {
    return one(counter, subject, of -> new LedgerOperation.Release(of, reservation));
  }

  private LedgerOutcome one(
      String counter, String subject, Function<Subject, LedgerOperation> operation) {
    Ledger ledger = ledgers.get(counter);
    if (ledger == null) {
      return refused(counter);
    }
    LedgerOperation made;
    try {
      made = operation.apply(new Subject(subject));
    } catch (BadRequestException e) {
      return LedgerOutcome.rejected(Rejection.INVALID_SUBJECT, counter + ": " + e.getMessage());
    }
    return answer(ledger, () -> List.of(ledger.batcher().apply(made)), 1).get(0);
  }

  /**
   * Applies operations in order and in one transaction. A refusal of one is no obstacle to the
   * others.
   *
   * @param operations at most {@link #CALL_MAX}
   * @return an outcome each, in order
   * @throws BadRequestException if there are too many
   */
  public List<LedgerOutcome> apply(String counter, List<LedgerOperation> operations) {
    requireCallSize(operations.size());
    Ledger ledger = ledgers.get(counter);
    if (ledger == null) {
      return operations.stream().map(operation -> refused(counter)).toList();
    }
    return answer(
        ledger, () -> ledger.store().apply(ledger.counter(), operations), operations.size());
  }

  private static List<LedgerOutcome> answer(
      Ledger ledger, Supplier<List<LedgerOutcome>> asking, int size) {
    List<LedgerOutcome> outcomes;
    try {
      outcomes = asking.get();
    } catch (AnswerLostException | UnavailableException failure) {
      return Collections.nCopies(size, unknown(ledger, failure));
    }
    if (outcomes.size() != size) {
      throw new BrokenInvariantException(
          "Ledger "
              + ledger.counter().name()
              + ": the store answered "
              + outcomes.size()
              + " of "
              + size
              + " operations.");
    }
    return outcomes;
  }

  private static LedgerOutcome unknown(Ledger ledger, TrueupException failure) {
    return LedgerOutcome.unknown(
        "No answer from the store of "
            + ledger.counter().name()
            + "; send the same operation again, with the same id. "
            + failure.getMessage());
  }

  /** The balance of a subject; zero if it has no entries. */
  public Balance balance(String counter, String subject) {
    Subject one = new Subject(subject);
    return balances(counter, List.of(one)).getOrDefault(one, Balance.ZERO);
  }

  /** Balances as of one moment; one for each subject. */
  public Map<Subject, Balance> balances(String counter, Collection<Subject> subjects) {
    requireCallSize(subjects.size());
    Ledger ledger = require(counter);
    Set<Subject> distinct = new LinkedHashSet<>(subjects);
    Map<Subject, StoredBalance> stored = ledger.store().balances(ledger.counter(), distinct);
    Map<Subject, Balance> balances = new LinkedHashMap<>();
    for (Subject subject : distinct) {
      StoredBalance found = stored.get(subject);
      balances.put(subject, found == null ? Balance.ZERO : found.balance());
    }
    return balances;
  }

  /**
   * The same for a caller that may have asked for a mode of reading.
   *
   * @param mode null where none was asked for
   * @throws BadRequestException for any mode: a ledger is read exactly, or not at all
   */
  public Balance balance(String counter, String subject, Reading.@Nullable Mode mode) {
    Ledger ledger = require(counter);
    if (mode != null) {
      throw new BadRequestException(
          "Counter "
              + ledger.counter().name()
              + " is a ledger and has no "
              + mode
              + " reading: it is always read exactly, from the store itself. Leave the mode out.");
    }
    return balance(counter, subject);
  }

  /** A subject's entries past a sequence, in order. */
  public List<Entry> entries(String counter, String subject, long afterSequence, int limit) {
    requireCallSize(limit);
    Ledger ledger = require(counter);
    return ledger.store().entries(ledger.counter(), new Subject(subject), afterSequence, limit);
  }

  /** A reservation, open or not. */
  public Optional<Reservation> reservation(String counter, String subject, String id) {
    Ledger ledger = require(counter);
    return ledger.store().reservation(ledger.counter(), new Subject(subject), id);
  }

  /**
   * Ends reservations whose time is over, the oldest end first, in one transaction. To be called
   * again and again; many processes may do it at once.
   *
   * @return how many were ended by this call
   */
  public int expire(String counter, int limit) {
    requireCallSize(limit);
    Ledger ledger = require(counter);
    List<LedgerOperation> due =
        ledger.store().due(ledger.counter(), limit).stream()
            .<LedgerOperation>map(one -> new LedgerOperation.Expire(one.subject(), one.id()))
            .toList();
    return (int)
        ledger.store().apply(ledger.counter(), due).stream()
            .filter(outcome -> outcome.kind() == LedgerOutcome.Kind.APPLIED)
            .count();
  }

  private LedgerOutcome refused(String name) {
    return otherNames.contains(name)
        ? LedgerOutcome.rejected(
            Rejection.WRONG_KIND,
            "Counter " + name + " is not of kind ledger; it has no entries and no reservations.")
        : LedgerOutcome.rejected(
            Rejection.UNKNOWN_COUNTER,
            "There is no counter called "
                + name
                + "; ledgers are "
                + new TreeSet<>(ledgers.keySet())
                + ".");
  }

  private Ledger require(String counter) {
    Ledger ledger = ledgers.get(counter);
    if (ledger == null) {
      String message = refused(counter).message();
      throw new BadRequestException(message == null ? "No ledger " + counter + "." : message);
    }
    return ledger;
  }

  private static void requireCallSize(int size) {
    if (size < 0 || size > CALL_MAX) {
      throw new BadRequestException(
          "A call with "
              + size
              + " items is not allowed; at most "
              + CALL_MAX
              + ", send it in parts.");
    }
  }
}
