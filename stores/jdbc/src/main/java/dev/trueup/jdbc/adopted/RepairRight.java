package dev.trueup.jdbc.adopted;

import dev.trueup.error.UnavailableException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Exclusive;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Session;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The right to repair one number: a lock of the very connection that measures and corrects, so that
 * whoever lost it cannot write. Where the target's database has no such locks it is held in the
 * store's database, and a value is corrected only if it is still the one sampled.
 */
final class RepairRight implements AutoCloseable {
  private final Session session;
  private final String name;
  private final @Nullable Exclusive elsewhere;

  private RepairRight(Session session, String name, @Nullable Exclusive elsewhere) {
    this.session = session;
    this.name = name;
    this.elsewhere = elsewhere;
  }

  /** Takes the right for this session if nobody has it. */
  static Optional<RepairRight> tryTake(
      Session session, String number, @Nullable JdbcRepairLog log) {
    String name = "trueup repairs " + number;
    if (session.database().dialect().hasSessionLocks()) {
      return session.tryLock(name)
          ? Optional.of(new RepairRight(session, name, null))
          : Optional.empty();
    }
    if (log == null) {
      throw new UnavailableException(
          "A repair in " + session.database().place() + " needs a store for its lease.");
    }
    return Exclusive.tryHold(log.database(), name)
        .map(right -> new RepairRight(session, name, right));
  }

  static List<String> notes(Database database) {
    return database.dialect().hasSessionLocks()
        ? List.of()
        : List.of(
            database.dialect().product()
                + " has no session locks: repairs hold a lease, and correct a value only if it is"
                + " still the one sampled.");
  }

  boolean comparesSampledValue() {
    return elsewhere != null;
  }

  /** Throws if the right was lost; to be called in the transaction that relies on it. */
  void require() {
    boolean held = elsewhere == null ? session.holdsLock(name) : elsewhere.isHeld();
    if (!held) {
      throw new UnavailableException(
          "The right to repair was lost: the connection to "
              + session.database().place()
              + " was replaced, or the lease ended. Nothing more was written. Run again.");
    }
  }

  @Override
  public void close() {
    if (elsewhere == null) {
      session.unlock(name);
    } else {
      elsewhere.close();
    }
  }
}
