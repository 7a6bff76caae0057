package dev.trueup.store;

import java.time.Instant;

/**
 * The source of truth of one managed counter. Implementations are thread-safe; reading never
 * changes the source.
 */
public interface FactSource {
  /** The source database's clock: watermarks are taken from it. */
  Instant now();

  /**
   * Opens a snapshot. The caller closes it, within the time that the source allows a snapshot to be
   * open.
   *
   * @throws dev.trueup.error.UnavailableException if the source cannot be reached
   * @throws dev.trueup.error.SourceRefusedException if it cannot be counted as configured
   */
  SourceSnapshot open();
}
