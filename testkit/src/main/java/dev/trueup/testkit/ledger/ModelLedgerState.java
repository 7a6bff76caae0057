package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.Reservation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What model ledger stores on one memory share, as processes share a database. Guarded by itself.
 */
public final class ModelLedgerState {
  final Map<String, CounterState> counters = new TreeMap<>();

  /** One counter. */
  static final class CounterState {
    Bounds bounds;
    final TreeMap<Subject, SubjectState> subjects = new TreeMap<>();

    CounterState(Bounds bounds) {
      this.bounds = bounds;
    }
  }

  /** One subject. */
  static final class SubjectState {
    Balance balance = Balance.ZERO;
    final List<Entry> entries = new ArrayList<>();
    final Map<EntryKey, Entry> ids = new LinkedHashMap<>();
    final Map<String, Reservation> reservations = new LinkedHashMap<>();
  }

  /** Under what an entry is found again. */
  record EntryKey(Entry.IdSpace space, String id) {}
}
