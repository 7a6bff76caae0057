package dev.trueup.counter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an adopted counter's stored number is: the {@code target} of trueup.yaml.
 *
 * @param datasource the name of the database
 * @param table a table; exactly one of table, collection and redisKey is given
 * @param collection a document collection
 * @param redisKey a key pattern with {@code <subject>}, {@code #field} for a hash
 * @param key the columns that hold the subject, in the order of the source's subject
 * @param column the number
 * @param where which subjects have the counter at all
 * @param sameTransaction the application writes row and counter in one transaction of the same
 *     database
 */
public record TargetDefinition(
    String datasource,
    @Nullable String table,
    @Nullable String collection,
    @Nullable String redisKey,
    List<String> key,
    @Nullable String column,
    @Nullable String where,
    boolean sameTransaction) {
  public TargetDefinition {
    key = List.copyOf(key);
  }
}
