package dev.trueup.cli.inspect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A guess in the words of one family of databases, as trueup.yaml takes them. */
interface Wording {
  /** The key that names a place: {@code table} or {@code collection}. */
  String placeKey();

  /** What places are called: {@code tables} or {@code collections}. */
  String places();

  /** What a place has: {@code columns} or {@code fields}. */
  String fields();

  /**
   * Values that count.
   *
   * @param mask a bit for each place in the trait's list of values
   */
  record Part(Trait trait, long mask) {}

  /**
   * The one predicate; null where every row counts.
   *
   * @param notZero a reference of which 0 says "none", if there is one
   */
  @Nullable String where(List<Part> parts, @Nullable Column notZero);

  /** What is summed. */
  String amount(SourceSample.Amount amount);

  /** A weight for each value of a trait. */
  String weights(Trait trait, List<Integer> weights);
}
