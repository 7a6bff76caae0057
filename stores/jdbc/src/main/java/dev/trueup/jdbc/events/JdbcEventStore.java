package dev.trueup.jdbc.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.AuditedTally;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventBook;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.events.EventTables.Rows;
import dev.trueup.jdbc.managed.Among;
import dev.trueup.jdbc.managed.IdsBySubject;
import dev.trueup.jdbc.managed.SubjectOrder;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Journals of events in a database that {@link dev.trueup.jdbc.Schema} has prepared.
 *
 * <p>Stored shape: one row per subject in {@code trueup_event_tally}, one per event that counted in
 * {@code trueup_event_row}, numbers of refusals in {@code trueup_event_refusal}. Whoever inserts or
 * seals locks the tallies of its subjects first, in key order, so nobody comes between looking and
 * writing. A tally that is missing is made in a transaction of its own, in key order too, and then
 * everything begins again: so all transactions take their locks in one order and none waits for
 * another in a circle. The clock is the database's.
 */
public final class JdbcEventStore implements EventStore {
  /** Nothing drops a tally, so the second attempt finds every one; the rest is caution. */
  private static final int ATTEMPTS_MAX = 5;

  private final Database database;
  private final Among among;
  private final EventRegister register;
  private final TallyRows tallies;
  private final JournalRows journal;
  private final RefusalRows refusals;
  private final EventExamination examination;

  /**
   * @param database stays the caller's: closing the store does not close it
   */
  public JdbcEventStore(Database database) {
    this.database = database;
    this.among = new Among(database.dialect());
    EventSql statements = new EventSql(database.words());
    this.refusals = new RefusalRows(statements);
    this.register = new EventRegister(database, refusals);
    this.tallies = new TallyRows(database.dialect(), statements, among);
    this.journal = new JournalRows(statements);
    this.examination = new EventExamination(database.dialect(), tallies);
  }

  @Override
  public Instant now() {
    return database.now();
  }

  /** Whether a counter was ever enabled here. Asking makes nothing, not even tables. */
  public boolean isEnabled(String name) {
    return register.isEnabled(name);
  }

  @Override
  public void enable(EventCounter counter) {
    register.enable(counter);
  }

  /** The outcomes, or the subjects whose tallies have to be made before there can be any. */
  private record Attempt(List<Outcome> outcomes, Set<Subject> missing) {}

  @Override
  public List<Outcome> apply(EventCounter counter, List<Event> events) {
    requireSize(events.size(), "events");
    if (events.isEmpty()) {
      return List.of();
    }
    int id = register.id(counter);
    for (int attempts = 1; attempts <= ATTEMPTS_MAX; attempts++) {
      Attempt attempt =
          database.write(
              "apply events of " + counter.name(),
              transaction -> attempt(transaction, id, counter, events));
      if (attempt.missing().isEmpty()) {
        return attempt.outcomes();
      }
      database.write(
          "make tallies of " + counter.name(),
          transaction -> {
            tallies.create(transaction, id, attempt.missing());
            return true;
          });
    }
    throw new UnavailableException(
        "Counter "
            + counter.name()
            + ": tallies that were made are gone again. Nothing was counted; send the events again.");
  }

  private Attempt attempt(Transaction transaction, int id, EventCounter counter, List<Event> events)
      throws SQLException {
    List<Event> wellFormed = events.stream().filter(EventBook::isWellFormed).toList();
    Set<Subject> subjects = new LinkedHashSet<>();
    wellFormed.forEach(event -> subjects.add(new Subject(event.subject())));
    EventRegister.Line line = register.line(transaction, id);
    Map<Subject, EventTally> locked = tallies.lock(transaction, id, subjects);
    EventBook book = new EventBook(counter, line.now(), line.before(), locked);
    Set<Subject> missing = new LinkedHashSet<>();
    for (Event event : wellFormed) {
      Subject subject = new Subject(event.subject());
      if (!locked.containsKey(subject) && book.mayCount(event)) {
        missing.add(subject);
      }
    }
    if (!missing.isEmpty()) {
      return new Attempt(List.of(), missing);
    }
    load(transaction, id, wellFormed, book);
    List<Outcome> outcomes = events.stream().map(book::apply).toList();
    List<EventBook.Written> written = book.written();
    tallies.move(transaction, id, written);
    journal.add(transaction, id, written.stream().flatMap(one -> one.rows().stream()).toList());
    refusals.add(transaction, id, events.get(0).subject().hashCode(), book.refusals());
    return new Attempt(outcomes, Set.of());
  }

  private void load(Transaction transaction, int id, List<Event> events, EventBook book) {
    IdsBySubject wanted = new IdsBySubject();
    events.forEach(event -> wanted.add(new Subject(event.subject()), event.id()));
    for (Condition ids : wanted.conditions(Rows.SUBJECT, Rows.ID, among)) {
      book.knowRows(journal.known(transaction, id, ids));
    }
    book.knowCaps(journal.counted(transaction, id, book.wantedCaps(events)));
  }

  @Override
  public Map<Subject, EventTally> tallies(EventCounter counter, Collection<Subject> subjects) {
    requireSize(subjects.size(), "subjects");
    int id = register.id(counter);
    List<List<Subject>> parts = among.parts(SubjectOrder.sorted(subjects));
    Map<Subject, EventTally> found = new HashMap<>();
    if (parts.size() == 1) {
      found.putAll(
          database.ask(
              "read " + counter.name(),
              transaction -> tallies.read(transaction, id, parts.get(0))));
    } else if (!parts.isEmpty()) {
      database.read(
          "read " + counter.name(),
          transaction -> {
            found.clear();
            parts.forEach(part -> found.putAll(tallies.read(transaction, id, part)));
            return found;
          });
    }
    return found;
  }

  @Override
  public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
    int id = register.id(counter);
    return database.read(
        "count a span of " + counter.name(),
        transaction -> {
          JournalRows.Sum sum = journal.between(transaction, id, subject, span);
          Instant line = register.line(transaction, id).before();
          Instant own =
              tallies
                  .read(transaction, id, List.of(subject))
                  .getOrDefault(subject, EventTally.ZERO)
                  .sealedBefore();
          return new SpanTally(sum.value(), sum.events(), own.isAfter(line) ? own : line);
        });
  }

  @Override
  public List<JournalRow> rows(
      EventCounter counter, Subject subject, long afterSequence, int limit) {
    requireSize(limit, "rows");
    int id = register.id(counter);
    return database.ask(
        "list events of " + counter.name(),
        transaction -> journal.page(transaction, id, subject, afterSequence, limit));
  }

  @Override
  public Map<Refusal, Long> refusals(EventCounter counter) {
    int id = register.id(counter);
    return database.ask(
        "read the refusals of " + counter.name(), transaction -> refusals.read(transaction, id));
  }

  /**
   * The line is raised by itself, so that nobody who holds a tally ever waits for it. What keeps a
   * dropped id from counting again is the line in the tally, raised in the step that drops it.
   */
  @Override
  public SealStep seal(EventCounter counter, int rowsMax) {
    requireSize(rowsMax, "rows");
    int id = register.id(counter);
    String doing = "seal " + counter.name();
    database.write(
        doing,
        transaction -> {
          Instant now = register.line(transaction, id).now();
          register.raise(transaction, id, counter.sealableBefore(now));
          return true;
        });
    return database.write(doing, transaction -> drop(transaction, id, counter, rowsMax));
  }

  private SealStep drop(Transaction transaction, int id, EventCounter counter, int rowsMax)
      throws SQLException {
    Instant line = register.line(transaction, id).before();
    List<JournalRow> oldest = journal.oldest(transaction, id, line, rowsMax);
    List<Subject> subjects = oldest.stream().map(JournalRow::subject).distinct().toList();
    Map<Subject, EventTally> locked = tallies.lock(transaction, id, subjects);
    Map<Subject, List<JournalRow>> dropped = new LinkedHashMap<>();
    for (JournalRow row : journal.drop(transaction, id, oldest)) {
      dropped.computeIfAbsent(row.subject(), key -> new ArrayList<>()).add(row);
    }
    List<TallyRows.Sealed> sealed = new ArrayList<>();
    dropped.forEach(
        (subject, rows) -> {
          EventTally before = locked.get(subject);
          if (before == null) {
            throw new BrokenInvariantException(
                counter.name()
                    + " of "
                    + subject
                    + ": there are events and no tally. Nothing was sealed; run an audit.");
          }
          sealed.add(new TallyRows.Sealed(subject, before, before.sealing(rows, line)));
        });
    tallies.seal(transaction, id, sealed);
    long rows = dropped.values().stream().mapToLong(List::size).sum();
    return new SealStep(rows, oldest.size() < rowsMax);
  }

  @Override
  public List<AuditedTally> examine(EventCounter counter, @Nullable Subject after, int limit) {
    requireSize(limit, "subjects");
    int id = register.id(counter);
    return database.read(
        "audit " + counter.name(), transaction -> examination.page(transaction, id, after, limit));
  }

  /** The database stays open; it is the caller's. */
  @Override
  public void close() {}

  private static void requireSize(int size, String what) {
    if (size > BATCH_MAX) {
      throw new BadRequestException(
          size + " " + what + " in one call are too many; at most " + BATCH_MAX + ".");
    }
  }
}
