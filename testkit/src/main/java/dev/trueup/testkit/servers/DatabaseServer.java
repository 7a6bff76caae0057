package dev.trueup.testkit.servers;

/**
 * A running database server, shared by all tests of one JVM and stopped with it. Thread-safe.
 *
 * <p>Servers run in a time zone with an odd offset on purpose, so that a stamp read in the wrong
 * zone is wrong visibly.
 */
public interface DatabaseServer {
  DatabaseKind kind();

  /**
   * Creates an empty database with a name of its own, owned by a user who may do everything in it.
   *
   * @throws IllegalStateException if the server refuses it
   */
  TestDatabase newDatabase();
}
