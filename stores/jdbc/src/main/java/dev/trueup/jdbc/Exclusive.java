package dev.trueup.jdbc;

import java.util.Optional;

/**
 * A right that one holder has at a time, in all processes that use the same database. It ends when
 * it is closed, and when its holder dies.
 */
public interface Exclusive extends AutoCloseable {
  /** Whether it is still held, asked of the database now. */
  boolean isHeld();

  @Override
  void close();

  /**
   * Takes the right if nobody has it. Where the database has no locks that end with a connection it
   * is a lease in {@code trueup_lease}, so the schema must be there.
   *
   * @param name at most 200 bytes
   */
  static Optional<Exclusive> tryHold(Database database, String name) {
    return database.dialect().hasSessionLocks()
        ? SessionLock.tryHold(database, name)
        : Lease.tryHold(database, name);
  }
}
