package dev.trueup.jdbc.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.jdbc.Micros;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The two writes of the hot path in PostgreSQL's words: whatever the size of a batch, each is one
 * statement with the same text, which the server plans once.
 */
final class ArraySql {
  private static final String ADD_CHANGES =
      "INSERT INTO trueup_change (counter, subject, id, fact, amount, occurred_at, fact_at,"
          + " fact_window, event_window) SELECT ?, a.* FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) AS a"
          + " ON CONFLICT (counter, subject, id) DO NOTHING RETURNING subject, id";

  private static final String ADD_TO_CELLS =
      "INSERT INTO trueup_cell AS c (counter, subject, fact_window, event_window, amount)"
          + " SELECT ?, a.* FROM unnest(?, ?, ?, ?) AS a"
          + " ON CONFLICT (counter, subject, fact_window, event_window)"
          + " DO UPDATE SET amount = c.amount + excluded.amount";

  private ArraySql() {}

  /** Records the changes whose id is not known; of several with one id, the first. */
  static boolean[] addChanges(
      Connection connection, int counterId, Counter counter, List<Change> changes)
      throws SQLException {
    int size = changes.size();
    Object[] subjects = new Object[size];
    Object[] ids = new Object[size];
    Object[] facts = new Object[size];
    Long[][] numbers = new Long[5][size];
    for (int i = 0; i < size; i++) {
      Change change = changes.get(i);
      Cell cell = counter.cellOf(change);
      subjects[i] = change.subject().key();
      ids[i] = change.id();
      facts[i] = change.fact();
      numbers[0][i] = change.amount();
      numbers[1][i] = Micros.of(change.occurredAt());
      numbers[2][i] = Micros.of(change.factAt());
      numbers[3][i] = Micros.of(cell.factWindow());
      numbers[4][i] = Micros.of(cell.eventWindow());
    }
    Set<String> written = new HashSet<>();
    try (ArrayRows rows = new ArrayRows(connection, ADD_CHANGES)) {
      rows.add(counterId).texts(subjects).texts(ids).texts(facts);
      for (Long[] column : numbers) {
        rows.numbers(column);
      }
      try (ResultSet returned = rows.statement().executeQuery()) {
        while (returned.next()) {
          written.add(key(returned.getString(1), returned.getString(2)));
        }
      }
    }
    boolean[] added = new boolean[size];
    for (int i = 0; i < size; i++) {
      // Removed once it is found: a second change of the same id was not the one written.
      added[i] = written.remove(key(changes.get(i).subject().key(), changes.get(i).id()));
    }
    return added;
  }

  /** Adds sums to cells; no cell may occur twice. */
  static void addToCells(
      Connection connection, int counterId, List<Map.Entry<CellTable.Key, Long>> sums)
      throws SQLException {
    int size = sums.size();
    Object[] subjects = new Object[size];
    Long[][] numbers = new Long[3][size];
    for (int i = 0; i < size; i++) {
      CellTable.Key key = sums.get(i).getKey();
      subjects[i] = key.subject().key();
      numbers[0][i] = Micros.of(key.cell().factWindow());
      numbers[1][i] = Micros.of(key.cell().eventWindow());
      numbers[2][i] = sums.get(i).getValue();
    }
    try (ArrayRows rows = new ArrayRows(connection, ADD_TO_CELLS)) {
      rows.add(counterId).texts(subjects);
      for (Long[] column : numbers) {
        rows.numbers(column);
      }
      rows.statement().executeUpdate();
    }
  }

  /** Neither part holds a NUL. */
  private static String key(String subject, String id) {
    return subject + '\0' + id;
  }
}
