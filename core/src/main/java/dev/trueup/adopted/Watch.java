package dev.trueup.adopted;

/**
 * Looks on while a counter is audited or repaired, and may stop it. Called from the working thread;
 * it must be quick.
 */
public interface Watch {
  /** A watch that sees nothing and stops nothing. */
  Watch NONE = new Watch() {};

  /** What is being done. */
  enum Phase {
    /** Rows are counted and compared. */
    COUNTING,
    /** Subjects that differ are sampled again. */
    SAMPLING,
    /** A settle time passes. */
    WAITING,
    /** Corrections are written. */
    CORRECTING,
    /** Corrections are taken back. */
    UNDOING
  }

  /**
   * How far it is.
   *
   * @param done subjects so far, of those this phase is about
   * @param estimate how many there will be; 0 where that is not known
   */
  default void progress(String counter, Phase phase, long done, long estimate) {}

  /** Whether to stop. What was corrected until then stays, on record. */
  default boolean isStopped() {
    return false;
  }
}
