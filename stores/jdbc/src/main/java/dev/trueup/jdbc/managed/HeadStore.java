package dev.trueup.jdbc.managed;

import static org.jooq.impl.DSL.inline;

import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.managed.Tables.Heads;
import dev.trueup.store.Head;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SelectConditionStep;

/** Heads: locked, made, rewritten. Whoever locks several does it in {@link SubjectOrder}. */
final class HeadStore {
  /** Half the range of long: there is room above for more settles than there will ever be. */
  private static final long VERSION_BOUND = 1L << 62;

  private final Database database;
  private final Among among;
  private final StoreSql statements;
  private final RandomGenerator random;

  HeadStore(Database database, Among among, StoreSql statements, RandomGenerator random) {
    this.database = database;
    this.among = among;
    this.statements = statements;
    this.random = random;
  }

  /**
   * Heads that nobody else can change until the transaction ends.
   *
   * @param now the database's clock; the epoch where there was no head to read it beside
   */
  record Locked(Map<Subject, LockedHead> heads, Instant now) {}

  /** Locks the heads that exist. */
  Locked lock(Transaction transaction, int counter, List<Subject> inOrder) {
    Map<Subject, LockedHead> heads = new HashMap<>();
    long now = 0;
    Field<Long> clock = database.dialect().clock().as("clock_micros");
    List<Field<?>> columns = new ArrayList<>(LockedHead.COLUMNS);
    columns.add(clock);
    for (List<Subject> part : among.parts(inOrder)) {
      SelectConditionStep<Record> select =
          transaction
              .sql()
              .select(columns)
              .from(Heads.TABLE)
              .where(Heads.COUNTER.eq(counter))
              .and(among.these(Heads.SUBJECT, part));
      var ordered = select.orderBy(Heads.SUBJECT);
      for (Record row :
          database.dialect().hasRowLocks() ? ordered.forUpdate().fetch() : ordered.fetch()) {
        heads.put(LockedHead.subjectOf(row), LockedHead.of(row));
        now = Math.max(now, row.get(clock));
      }
    }
    return new Locked(heads, Micros.toInstant(now));
  }

  /**
   * Makes heads without a base, and locks them; some may have come into being meanwhile.
   *
   * @param created is filled with the subjects whose head is new
   */
  Map<Subject, LockedHead> create(
      Transaction transaction, int counter, List<Subject> inOrder, Set<Subject> created)
      throws SQLException {
    Map<Subject, Long> versions = new HashMap<>();
    inOrder.forEach(subject -> versions.put(subject, newVersion()));
    Batch.run(
        transaction.connection(),
        statements.createHead,
        inOrder,
        (parameters, subject) ->
            parameters.add(counter).add(subject.key()).add(versions.getOrDefault(subject, 0L)));
    Map<Subject, LockedHead> heads = lock(transaction, counter, inOrder).heads();
    heads.forEach(
        (subject, locked) -> {
          if (versions.getOrDefault(subject, -1L) == locked.head().version()) {
            created.add(subject);
          }
        });
    return heads;
  }

  /** Locks the heads, making those that are missing. */
  Locked lockOrCreate(Transaction transaction, int counter, Collection<Subject> subjects)
      throws SQLException {
    List<Subject> inOrder = SubjectOrder.sorted(subjects);
    Locked locked = lock(transaction, counter, inOrder);
    List<Subject> missing =
        inOrder.stream().filter(subject -> !locked.heads().containsKey(subject)).toList();
    if (!missing.isEmpty()) {
      locked.heads().putAll(create(transaction, counter, missing, new HashSet<>()));
    }
    return locked;
  }

  /** Writes a locked head whole. */
  void replace(Transaction transaction, int counter, Subject subject, LockedHead stored) {
    Head head = stored.head();
    Head.Base base = head.base();
    Instant forgottenUntil = head.forgottenUntil();
    transaction
        .sql()
        .update(Heads.TABLE)
        .set(Heads.BASE, base == null ? null : base.value())
        .set(Heads.FACTS_BEFORE, base == null ? null : Micros.of(base.watermark().factsBefore()))
        .set(Heads.EVENTS_BEFORE, base == null ? null : Micros.of(base.watermark().eventsBefore()))
        .set(Heads.INSTALLED_AT, base == null ? null : Micros.of(base.installedAt()))
        .set(Heads.VERSION, head.version())
        .set(Heads.MARK, head.mark())
        .set(Heads.MARKED, head.marked() ? 1 : 0)
        .set(Heads.HELD, head.held() ? 1 : 0)
        .set(Heads.WIDE, stored.wide() ? 1 : 0)
        .set(Heads.FORGOTTEN_UNTIL, forgottenUntil == null ? null : Micros.of(forgottenUntil))
        .where(Heads.COUNTER.eq(inline(counter)))
        .and(Heads.SUBJECT.eq(subject.key()))
        .execute();
  }

  /** A base to put into a locked head. */
  record Install(Subject subject, Head.Base base, long version, boolean marked) {}

  void install(Transaction transaction, int counter, List<Install> installs) throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.install,
        installs,
        (parameters, install) ->
            parameters
                .add(install.base().value())
                .add(Micros.of(install.base().watermark().factsBefore()))
                .add(Micros.of(install.base().watermark().eventsBefore()))
                .add(Micros.of(install.base().installedAt()))
                .add(install.version())
                .add(install.marked() ? 1 : 0)
                .add(counter)
                .add(install.subject().key()));
  }

  /** Says of the subjects that a large change was accepted. */
  void widen(Transaction transaction, int counter, Collection<Subject> subjects)
      throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.widen,
        subjects,
        (parameters, subject) -> parameters.add(counter).add(subject.key()));
  }

  /** Raises the mark number of each and marks it. */
  void mark(Transaction transaction, int counter, Map<Subject, Long> raisedBy) throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.mark,
        raisedBy.entrySet(),
        (parameters, raise) ->
            parameters.add(raise.getValue()).add(counter).add(raise.getKey().key()));
  }

  private long newVersion() {
    return random.nextLong(VERSION_BOUND);
  }
}
