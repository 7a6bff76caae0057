package dev.trueup.jdbc;

import dev.trueup.error.TrueupException;
import java.util.Optional;

/** A right as a lock of a connection that is held for nothing else. */
final class SessionLock implements Exclusive {
  private final Session session;
  private final String name;

  private SessionLock(Session session, String name) {
    this.session = session;
    this.name = name;
  }

  static Optional<Exclusive> tryHold(Database database, String name) {
    Session session = database.session();
    try {
      if (session.tryLock(name)) {
        return Optional.of(new SessionLock(session, name));
      }
    } catch (TrueupException e) {
      session.close();
      throw e;
    }
    session.close();
    return Optional.empty();
  }

  @Override
  public boolean isHeld() {
    return session.holdsLock(name);
  }

  @Override
  public void close() {
    session.unlock(name);
    session.close();
  }
}
