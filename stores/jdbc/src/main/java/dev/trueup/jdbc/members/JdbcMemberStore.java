package dev.trueup.jdbc.members;

import dev.trueup.jdbc.Database;
import dev.trueup.members.MemberRows;
import dev.trueup.members.MemberStore;
import dev.trueup.members.MemberView;
import dev.trueup.members.Relation;
import java.time.Instant;
import java.util.function.Function;

/**
 * Sets of members in a database that {@link dev.trueup.jdbc.Schema} has prepared.
 *
 * <p>Stored shape: one row per membership in {@code trueup_member}, found from both sides by an
 * index each, so that both sides of a relation are one row and cannot disagree; one row per count
 * in {@code trueup_member_tally}; one per key that was removed or merged in {@code
 * trueup_member_ending}. Where the database locks rows, {@code trueup_member_gate} holds the gates;
 * where it has one writer at a time, the turn to write is the lock. The clock is the database's.
 */
public final class JdbcMemberStore implements MemberStore {
  private final Database database;
  private final RelationTable relations;
  private final Conditions conditions;

  /**
   * @param database stays the caller's: closing the store does not close it
   */
  public JdbcMemberStore(Database database) {
    this.database = database;
    this.relations = new RelationTable(database);
    this.conditions = new Conditions(database.dialect());
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public void enable(Relation relation) {
    relations.enable(relation);
  }

  /**
   * Whether a relation is known here; asking makes nothing known.
   *
   * @throws dev.trueup.error.BadRequestException if one of its names is known with another meaning
   */
  public boolean isEnabled(Relation relation) {
    return relations.isEnabled(relation);
  }

  @Override
  public <T> T write(Relation relation, String doing, Function<MemberRows, T> work) {
    boolean rowLocks = database.dialect().hasRowLocks();
    return database.write(
        doing,
        transaction ->
            work.apply(new SqlMemberRows(transaction, relation, relations, conditions, rowLocks)));
  }

  @Override
  public <T> T read(Relation relation, String doing, Function<MemberView, T> work) {
    return database.read(
        doing,
        transaction -> work.apply(new SqlMemberView(transaction, relation, relations, conditions)));
  }

  /** The database stays open; it is the caller's. */
  @Override
  public void close() {}
}
