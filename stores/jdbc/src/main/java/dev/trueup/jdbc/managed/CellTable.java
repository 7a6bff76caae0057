package dev.trueup.jdbc.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.managed.Tables.Cells;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.Record4;
import org.jspecify.annotations.Nullable;

/** Delta cells. */
final class CellTable {
  private final Among among;
  private final StoreSql statements;

  CellTable(Among among, StoreSql statements) {
    this.among = among;
    this.statements = statements;
  }

  /** A cell of a subject. */
  record Key(Subject subject, Cell cell) {}

  /** Adds sums to cells, one after the other; the heads are locked. */
  void add(Transaction transaction, int counterId, List<Map.Entry<Key, Long>> sums)
      throws SQLException {
    if (among.arrays() && eachOnce(sums)) {
      if (!sums.isEmpty()) {
        ArraySql.addToCells(transaction.connection(), counterId, sums);
      }
      return;
    }
    Batch.run(
        transaction.connection(),
        statements.addToCell,
        sums,
        (parameters, sum) ->
            parameters
                .add(counterId)
                .add(sum.getKey().subject().key())
                .add(Micros.of(sum.getKey().cell().factWindow()))
                .add(Micros.of(sum.getKey().cell().eventWindow()))
                .add(sum.getValue()));
  }

  private static boolean eachOnce(List<Map.Entry<Key, Long>> sums) {
    return sums.stream().map(Map.Entry::getKey).distinct().count() == sums.size();
  }

  /** The cells of the subjects; a subject without any is left out. */
  Map<Subject, Map<Cell, Long>> of(Transaction transaction, int counterId, List<Subject> subjects) {
    Map<Subject, Map<Cell, Long>> cells = new HashMap<>();
    for (List<Subject> part : among.parts(subjects)) {
      for (Record4<String, Long, Long, Long> row :
          transaction
              .sql()
              .select(Cells.SUBJECT, Cells.FACT_WINDOW, Cells.EVENT_WINDOW, Cells.AMOUNT)
              .from(Cells.TABLE)
              .where(Cells.COUNTER.eq(counterId))
              .and(among.these(Cells.SUBJECT, part))
              .fetch()) {
        cells
            .computeIfAbsent(new Subject(row.value1()), subject -> new HashMap<>())
            .put(cell(row.value2(), row.value3()), row.value4());
      }
    }
    return cells;
  }

  /** Drops the cells of the subjects, those inside the watermark only where one is given. */
  void drop(
      Transaction transaction, int counterId, List<Subject> subjects, @Nullable Watermark inside) {
    for (List<Subject> part : among.parts(subjects)) {
      Condition which = Cells.COUNTER.eq(counterId).and(among.these(Cells.SUBJECT, part));
      if (inside != null) {
        which =
            which
                .and(Cells.FACT_WINDOW.lt(Micros.of(inside.factsBefore())))
                .and(Cells.EVENT_WINDOW.lt(Micros.of(inside.eventsBefore())));
      }
      transaction.sql().deleteFrom(Cells.TABLE).where(which).execute();
    }
  }

  static Cell cell(long factWindowMicros, long eventWindowMicros) {
    return new Cell(Micros.toInstant(factWindowMicros), Micros.toInstant(eventWindowMicros));
  }
}
