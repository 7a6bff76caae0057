package dev.trueup.jdbc.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.jdbc.managed.Among;
import dev.trueup.jdbc.managed.SubjectOrder;
import dev.trueup.ledger.LedgerOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/** The ids that a batch of operations needs to look up, by subject. */
final class WantedIds {
  /** Alternatives in one question; SQLite nests them, and goes a thousand deep. */
  private static final int SUBJECTS_MAX = 100;

  private final Map<Subject, Set<String>> bySubject = new LinkedHashMap<>();

  private WantedIds() {}

  /** Ids of the operations, and of the ends of the reservations that they need. */
  static WantedIds ofEntries(List<LedgerOperation> operations) {
    WantedIds wanted = ofReservations(operations);
    for (LedgerOperation operation : operations) {
      operation.subjects().forEach(subject -> wanted.add(subject, operation.id()));
    }
    return wanted;
  }

  /** Ids of the reservations that the operations need. */
  static WantedIds ofReservations(List<LedgerOperation> operations) {
    WantedIds wanted = new WantedIds();
    for (LedgerOperation operation : operations) {
      String reservation = operation.needsReservation();
      if (reservation != null) {
        wanted.add(operation.subject(), reservation);
      }
    }
    return wanted;
  }

  private void add(Subject subject, String id) {
    bySubject.computeIfAbsent(subject, key -> new LinkedHashSet<>()).add(id);
  }

  /** Conditions that together find them all; none where nothing is wanted. */
  List<Condition> conditions(Field<String> subject, Field<String> id, Among among) {
    List<Condition> conditions = new ArrayList<>();
    List<Map.Entry<Subject, Set<String>>> all = List.copyOf(bySubject.entrySet());
    for (List<Map.Entry<Subject, Set<String>>> part : SubjectOrder.parts(all, SUBJECTS_MAX)) {
      conditions.add(
          DSL.or(
              part.stream()
                  .map(
                      one ->
                          subject
                              .eq(one.getKey().key())
                              .and(among.texts(id, List.copyOf(one.getValue()))))
                  .toList()));
    }
    return conditions;
  }
}
