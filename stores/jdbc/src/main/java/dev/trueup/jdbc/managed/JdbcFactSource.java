package dev.trueup.jdbc.managed;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Session;
import dev.trueup.jdbc.Snapshot;
import dev.trueup.store.FactSource;
import dev.trueup.store.SourceSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Facts in a table or a query of a SQL database. Only reads. A snapshot is a transaction that sees
 * one moment; its clock is the database's.
 */
public final class JdbcFactSource implements FactSource {
  /** How long one question may take, where the caller names no other time. */
  public static final Duration STATEMENT_DEFAULT = Duration.ofMinutes(5);

  private final Database database;
  private final SourceDefinition definition;
  private final Duration statementMax;
  private volatile @Nullable FactShape settledShape;

  /**
   * @param database stays the caller's
   * @param statementMax how long one question may take; then the database stops it, and the pass
   *     ends with an error
   */
  public JdbcFactSource(Database database, SourceDefinition definition, Duration statementMax) {
    this.database = database;
    this.definition = definition;
    this.statementMax = statementMax;
    if (definition.distinct() != null || definition.scale() != null) {
      throw new SourceRefusedException(
          "The source "
              + definition.place()
              + " is configured with "
              + (definition.distinct() != null ? "distinct" : "scale")
              + "; that is for adopted counters. A managed counter adds whole amounts.");
    }
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public SourceSnapshot open() {
    Session session = database.session();
    Snapshot snapshot;
    Instant firstReadAt;
    Optional<Instant> oldest;
    try {
      // Before the snapshot: what is open at this moment, or opens later, may commit unseen.
      firstReadAt = session.ask("tell the time", transaction -> clock(transaction));
      oldest =
          session.ask(
              "tell its oldest open transaction",
              transaction -> database.dialect().oldestOpenTransaction(transaction.connection()));
      snapshot = session.openSnapshot("open a snapshot of " + definition.place());
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
    try {
      FactShape known = settledShape;
      FactShape shape =
          known != null
              ? known
              : snapshot.ask(
                  "look at " + definition.place(),
                  transaction -> new ShapeReader(definition, database.dialect()).read(transaction));
      if (shape.settled()) {
        settledShape = shape;
      }
      // The first look at the rows fixes the moment, on databases that fix it no earlier.
      snapshot.ask(
          "look at " + definition.place(),
          transaction ->
              transaction.sql().selectOne().from(shape.relation()).limit(1).fetch().size());
      Instant lastReadAt = snapshot.ask("tell the time", transaction -> clock(transaction));
      return new JdbcSourceSnapshot(
          snapshot,
          new FactReader(snapshot, shape, new FactQueries(shape, statementMax)),
          firstReadAt,
          lastReadAt.plusMillis(1),
          oldest);
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  private Instant clock(dev.trueup.jdbc.Transaction transaction) {
    Long micros = transaction.sql().select(database.dialect().clock()).fetchSingle().value1();
    return Micros.toInstant(micros);
  }
}
