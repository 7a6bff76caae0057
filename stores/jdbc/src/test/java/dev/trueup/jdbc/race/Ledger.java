package dev.trueup.jdbc.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was really done to each subject's column, kept beside the database by those who did it. A
 * subject has at most one planted error at a time, so each correction has exactly one right value.
 * Thread-safe.
 */
final class Ledger {
  // Guarded by this.
  private final Map<Integer, Account> accounts = new HashMap<>();
  // Guarded by this.
  private int notApplied;
  // Guarded by this: what was seen that must not be.
  private final List<String> faults = new ArrayList<>();

  /** The application confirmed an increment, or a decrement. */
  synchronized void counted(int subject, int amount) {
    account(subject).counted += amount;
  }

  /** Reserves the subject for an error of this amount; false if it has one already. */
  synchronized boolean plan(int subject, int error) {
    Account account = account(subject);
    if (account.outstanding != 0) {
      return false;
    }
    account.outstanding = error;
    account.planted += error;
    account.errors++;
    return true;
  }

  /** A repair says that it added this to the subject's column. */
  synchronized void corrected(int subject, long correction) {
    Account account = account(subject);
    if (correction != -account.outstanding) {
      faults.add(
          "Subject %d was corrected by %d while its error was %d"
              .formatted(subject, correction, account.outstanding));
    }
    account.outstanding = 0;
    account.corrected += correction;
    account.corrections++;
  }

  /** A repair says that it left the column alone after all. */
  synchronized void notApplied() {
    notApplied++;
  }

  synchronized int corrections() {
    return corrections(1, Integer.MAX_VALUE);
  }

  synchronized int notAppliedCorrections() {
    return notApplied;
  }

  synchronized void fault(String what) {
    if (faults.size() < 20) {
      faults.add(what);
    }
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  synchronized int corrections(int fromSubject, int toSubject) {
    return accounts.entrySet().stream()
        .filter(entry -> entry.getKey() >= fromSubject && entry.getKey() <= toSubject)
        .mapToInt(entry -> entry.getValue().corrections)
        .sum();
  }

  synchronized int errors() {
    return accounts.values().stream().mapToInt(account -> account.errors).sum();
  }

  /** Nothing lost, nothing doubled: the column is the sum of all that was done to it. */
  synchronized void assertColumns(Map<Integer, Long> columns, int start) {
    Map<Integer, Long> expected = new HashMap<>();
    columns.keySet().forEach(subject -> expected.put(subject, account(subject).expected(start)));
    assertThat(columns).isEqualTo(expected);
  }

  private Account account(int subject) {
    return accounts.computeIfAbsent(subject, unused -> new Account());
  }

  private static final class Account {
    long counted;
    long planted;
    long corrected;
    int outstanding;
    int errors;
    int corrections;

    long expected(int start) {
      return start + counted + planted + corrected;
    }
  }
}
