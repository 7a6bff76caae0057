package dev.trueup.testkit.ledger;

import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One subject as the auditor keeps it: made of the journal alone, with arithmetic that has no
 * limits. It shares no rule with the code that it audits.
 */
final class AuditedLedger {
  private final String subject;
  private final Bounds bounds;
  private BigInteger amount = BigInteger.ZERO;
  private BigInteger held = BigInteger.ZERO;
  private long entries;
  private final Map<String, Entry> ids = new HashMap<>();
  private final Map<String, Promise> promises = new HashMap<>();

  /** What a reservation came to. */
  static final class Promise {
    final Instant expiresAt;
    BigInteger left;
    boolean posted;

    Promise(Instant expiresAt, BigInteger left) {
      this.expiresAt = expiresAt;
      this.left = left;
    }
  }

  AuditedLedger(String subject, Bounds bounds) {
    this.subject = subject;
    this.bounds = bounds;
  }

  long entries() {
    return entries;
  }

  BigInteger amount() {
    return amount;
  }

  BigInteger held() {
    return held;
  }

  @Nullable Entry known(Entry.IdSpace space, String id) {
    return ids.get(space + " " + id);
  }

  @Nullable Promise promise(String id) {
    return promises.get(id);
  }

  /** What could be taken if everything that is over were given back. */
  BigInteger takeable(Instant now) {
    BigInteger free = amount.subtract(held);
    for (Promise promise : promises.values()) {
      if (!now.isBefore(promise.expiresAt)) {
        free = free.add(promise.left);
      }
    }
    return free;
  }

  /** The next entry of the journal. */
  void follow(Entry entry) {
    require(entry.sequence() == entries + 1, "L2: sequence follows", entry);
    require(
        ids.put(entry.kind().idSpace() + " " + entry.id(), entry) == null,
        "L2: the id is there once",
        entry);
    promise(entry);
    entries++;
    amount = amount.add(BigInteger.valueOf(entry.amount()));
    held = held.add(BigInteger.valueOf(entry.held()));
    require(
        amount.equals(BigInteger.valueOf(entry.after().amount()))
            && held.equals(BigInteger.valueOf(entry.after().reserved()))
            && entry.after().entries() == entries,
        "L3: the balance after it is the sum",
        entry);
    require(
        amount.subtract(held).compareTo(BigInteger.valueOf(bounds.floor())) >= 0,
        "L1: not past the floor",
        entry);
    require(
        amount.compareTo(BigInteger.valueOf(bounds.ceiling())) <= 0,
        "L1: not past the ceiling",
        entry);
    require(held.signum() >= 0, "L3: nothing is reserved less than not at all", entry);
  }

  private void promise(Entry entry) {
    BigInteger change = BigInteger.valueOf(entry.held());
    String reference = String.valueOf(entry.reference());
    switch (entry.kind()) {
      case APPEND, TRANSFER ->
          require(entry.held() == 0 && entry.amount() != 0, "L3: it moves the balance", entry);
      case RESERVE -> {
        Instant end = entry.expiresAt();
        require(
            end != null && change.signum() > 0 && entry.amount() == 0,
            "L3: it promises and moves nothing",
            entry);
        if (end != null) {
          promises.put(entry.id(), new Promise(end, change));
        }
      }
      case POST, POST_REST -> {
        Promise promise = open(reference, entry);
        require(entry.amount() == entry.held(), "L3: it moves what was promised", entry);
        require(entry.at().isBefore(promise.expiresAt), "it is in time", entry);
        promise.left = promise.left.add(change);
        promise.posted = true;
        require(promise.left.signum() >= 0, "L3: no more than was promised", entry);
      }
      case RELEASE, EXPIRE -> {
        Promise promise = open(reference, entry);
        require(
            entry.amount() == 0 && promise.left.add(change).signum() == 0,
            "L3: it gives back what is left and no more",
            entry);
        if (entry.kind() == Entry.Kind.EXPIRE) {
          require(!entry.at().isBefore(promise.expiresAt), "it ends no sooner", entry);
        }
        promise.left = BigInteger.ZERO;
      }
    }
  }

  private Promise open(String id, Entry entry) {
    Promise promise = promises.get(id);
    if (promise == null || promise.left.signum() == 0) {
      throw new LedgerViolation(subject + ": no open reservation for " + entry);
    }
    return promise;
  }

  private void require(boolean holds, String promise, Entry entry) {
    if (!holds) {
      throw new LedgerViolation(
          subject + ": " + promise + " fails for " + entry + " after " + amount + " / " + held);
    }
  }
}
