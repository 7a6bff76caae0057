package dev.trueup.testkit.servers;

/** The databases that a test can ask for. */
public enum DatabaseKind {
  POSTGRESQL,
  MARIADB,
  SQLITE
}
