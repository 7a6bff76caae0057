package dev.trueup.jdbc.events;

import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.events.EventBook;
import dev.trueup.events.EventTally;
import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.events.EventTables.Tallies;
import dev.trueup.jdbc.managed.Among;
import dev.trueup.jdbc.managed.Batch;
import dev.trueup.jdbc.managed.SubjectOrder;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;

/** Tallies: made, locked, moved, sealed. Whoever locks several does it in {@link SubjectOrder}. */
final class TallyRows {
  private static final List<Field<?>> COLUMNS =
      List.of(
          Tallies.SUBJECT,
          Tallies.ADDED,
          Tallies.REMOVED,
          Tallies.EVENTS,
          Tallies.SEALED_ADDED,
          Tallies.SEALED_REMOVED,
          Tallies.SEALED_EVENTS,
          Tallies.SEALED_BEFORE);

  private final Dialect dialect;
  private final EventSql statements;
  private final Among among;

  TallyRows(Dialect dialect, EventSql statements, Among among) {
    this.dialect = dialect;
    this.statements = statements;
    this.among = among;
  }

  /** Makes tallies with nothing in them; one that is there stays as it is. */
  void create(Transaction transaction, int counter, Collection<Subject> subjects)
      throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.createTally,
        SubjectOrder.sorted(subjects),
        (parameters, subject) -> parameters.add(counter).add(subject.key()));
  }

  /** Tallies that nobody else can change until the transaction ends; missing ones are left out. */
  Map<Subject, EventTally> lock(
      Transaction transaction, int counter, Collection<Subject> subjects) {
    Map<Subject, EventTally> locked = new HashMap<>();
    for (List<Subject> part : among.parts(SubjectOrder.sorted(subjects))) {
      var ordered =
          transaction
              .sql()
              .select(COLUMNS)
              .from(Tallies.TABLE)
              .where(Tallies.COUNTER.eq(counter))
              .and(among.these(Tallies.SUBJECT, part))
              .orderBy(Tallies.SUBJECT);
      for (Record row : dialect.hasRowLocks() ? ordered.forUpdate().fetch() : ordered.fetch()) {
        locked.put(new Subject(row.get(Tallies.SUBJECT)), tally(row));
      }
    }
    return locked;
  }

  Map<Subject, EventTally> read(Transaction transaction, int counter, List<Subject> part) {
    return those(transaction, counter, among.these(Tallies.SUBJECT, part));
  }

  /** Tallies of all subjects from one to another, both included. */
  Map<Subject, EventTally> range(Transaction transaction, int counter, Subject from, Subject to) {
    return those(transaction, counter, Tallies.SUBJECT.between(from.key(), to.key()));
  }

  private static Map<Subject, EventTally> those(
      Transaction transaction, int counter, Condition which) {
    Map<Subject, EventTally> tallies = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(COLUMNS)
            .from(Tallies.TABLE)
            .where(Tallies.COUNTER.eq(counter))
            .and(which)
            .fetch()) {
      tallies.put(new Subject(row.get(Tallies.SUBJECT)), tally(row));
    }
    return tallies;
  }

  void move(Transaction transaction, int counter, List<EventBook.Written> written)
      throws SQLException {
    int[] moved =
        Batch.run(
            transaction.connection(),
            statements.moveTally,
            written,
            (parameters, one) ->
                parameters
                    .add(one.after().added())
                    .add(one.after().removed())
                    .add(one.after().events())
                    .add(counter)
                    .add(one.subject().key())
                    .add(one.before().added())
                    .add(one.before().removed())
                    .add(one.before().events()));
    requireEach(moved, written.stream().map(EventBook.Written::subject).toList());
  }

  /** A tally before and after some of its events were sealed. */
  record Sealed(Subject subject, EventTally before, EventTally after) {}

  void seal(Transaction transaction, int counter, List<Sealed> sealed) throws SQLException {
    int[] moved =
        Batch.run(
            transaction.connection(),
            statements.sealTally,
            sealed,
            (parameters, one) ->
                parameters
                    .add(one.after().sealed().added())
                    .add(one.after().sealed().removed())
                    .add(one.after().sealed().events())
                    .add(Micros.of(one.after().sealedBefore()))
                    .add(counter)
                    .add(one.subject().key())
                    .add(one.before().sealed().events()));
    requireEach(moved, sealed.stream().map(Sealed::subject).toList());
  }

  private static void requireEach(int[] moved, List<Subject> subjects) {
    for (int at = 0; at < moved.length; at++) {
      if (moved[at] != 1) {
        throw new BrokenInvariantException(
            "The tally of "
                + subjects.get(at)
                + " changed while it was locked. Nothing was written.");
      }
    }
  }

  private static EventTally tally(Record row) {
    return new EventTally(
        row.get(Tallies.ADDED),
        row.get(Tallies.REMOVED),
        row.get(Tallies.EVENTS),
        new EventTally.Sealed(
            row.get(Tallies.SEALED_ADDED),
            row.get(Tallies.SEALED_REMOVED),
            row.get(Tallies.SEALED_EVENTS)),
        Micros.toInstant(row.get(Tallies.SEALED_BEFORE)));
  }
}
