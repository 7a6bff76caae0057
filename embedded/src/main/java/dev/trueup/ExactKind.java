package dev.trueup;

import dev.trueup.config.CounterConfig;
import org.jspecify.annotations.Nullable;

/**
 * What audits need of a kind whose truth Trueup holds itself. Nothing here makes tables or writes.
 */
interface ExactKind {
  /**
   * Why a counter has nothing to audit, as a sentence: nobody has used it with its store. Null
   * where there is something.
   *
   * @throws dev.trueup.error.TrueupException if its store cannot be asked
   */
  @Nullable String absence(CounterConfig counter);

  /** Compares every count with what Trueup keeps; only after {@link #absence} found something. */
  CounterReport audit(CounterConfig counter, RunOptions run);
}
