package dev.trueup.jdbc.events;

import dev.trueup.error.BrokenInvariantException;
import dev.trueup.events.Refusal;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.events.EventTables.Refusals;
import dev.trueup.jdbc.managed.Batch;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jooq.Field;
import org.jooq.impl.DSL;

/**
 * How many events did not count. The numbers of a reason are spread over shards; a transaction adds
 * to one shard, by reason, after it has locked its tallies: one order of locks for all.
 */
final class RefusalRows {
  private static final int SHARDS = 8;

  private final EventSql statements;

  RefusalRows(EventSql statements) {
    this.statements = statements;
  }

  private record Place(int shard, Refusal refusal) {}

  /** Makes every row that there can be, so that none has to be made on the way. */
  void create(Transaction transaction, int counter) throws SQLException {
    List<Place> places = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      for (Refusal refusal : inOrder(List.of(Refusal.values()))) {
        places.add(new Place(shard, refusal));
      }
    }
    Batch.run(
        transaction.connection(),
        statements.createRefusal,
        places,
        (parameters, place) ->
            parameters.add(counter).add(place.shard()).add(place.refusal().word()));
  }

  /**
   * @param spread decides on the shard; any number
   */
  void add(Transaction transaction, int counter, int spread, Map<Refusal, Long> more)
      throws SQLException {
    List<Refusal> refusals = inOrder(List.copyOf(more.keySet()));
    int[] written =
        Batch.run(
            transaction.connection(),
            statements.addRefusals,
            refusals,
            (parameters, refusal) ->
                parameters
                    .add(more.getOrDefault(refusal, 0L))
                    .add(counter)
                    .add(Math.floorMod(spread, SHARDS))
                    .add(refusal.word()));
    for (int at = 0; at < written.length; at++) {
      if (written[at] != 1) {
        throw new BrokenInvariantException(
            "There is no place to count refusals that are "
                + refusals.get(at).word()
                + ". Nothing was written; enable the counter again.");
      }
    }
  }

  Map<Refusal, Long> read(Transaction transaction, int counter) {
    Field<BigDecimal> total = DSL.sum(Refusals.REFUSALS).as("total");
    Map<Refusal, Long> found = new EnumMap<>(Refusal.class);
    transaction
        .sql()
        .select(Refusals.REASON, total)
        .from(Refusals.TABLE)
        .where(Refusals.COUNTER.eq(counter))
        .groupBy(Refusals.REASON)
        .forEach(row -> found.put(Refusal.of(row.value1()), row.value2().longValueExact()));
    return found;
  }

  private static List<Refusal> inOrder(List<Refusal> refusals) {
    return refusals.stream().sorted(Comparator.comparing(Refusal::word)).toList();
  }
}
