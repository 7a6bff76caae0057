package dev.trueup.counter;

import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the facts of a counter are and which of them count: the {@code source} of trueup.yaml.
 *
 * @param datasource the name of the database
 * @param table a table, schema-qualified or not; exactly one of table, query and collection is
 *     given
 * @param query a SELECT giving subject, id, created and amount
 * @param collection a document collection
 * @param subject the columns that hold the subject; more than one make a composite key
 * @param where the one predicate that says which rows count, as the source's own language writes it
 * @param amount a column or an expression; {@code 1} by default
 * @param scale decimals only: the number of digits after the point at which totals are compared
 * @param rounding decimals only: how a total is brought to the scale
 * @param distinct count distinct values of this column instead of summing amounts (adopted only)
 * @param id the fact's own key
 * @param created the stamp of a fact's creation (needed by managed counters)
 * @param deleted a stamp that, once set, makes the fact not count
 * @param zone the zone of stamps that are stored without one
 * @param immutable subject, amount, predicate columns and created never change; deleted is set once
 */
public record SourceDefinition(
    String datasource,
    @Nullable String table,
    @Nullable String query,
    @Nullable String collection,
    List<String> subject,
    @Nullable String where,
    String amount,
    @Nullable Integer scale,
    RoundingMode rounding,
    @Nullable String distinct,
    @Nullable String id,
    @Nullable String created,
    @Nullable String deleted,
    @Nullable ZoneId zone,
    boolean immutable) {

  public SourceDefinition {
    subject = List.copyOf(subject);
  }

  /** What to call the source in a message. */
  public String place() {
    return table != null ? table : collection != null ? collection : "query";
  }

  /** The names of the roundings that trueup.yaml knows. */
  public static final Map<String, RoundingMode> ROUNDINGS =
      Map.of(
          "half-up", RoundingMode.HALF_UP,
          "half-even", RoundingMode.HALF_EVEN,
          "half-down", RoundingMode.HALF_DOWN,
          "up", RoundingMode.UP,
          "down", RoundingMode.DOWN,
          "ceiling", RoundingMode.CEILING,
          "floor", RoundingMode.FLOOR);
}
