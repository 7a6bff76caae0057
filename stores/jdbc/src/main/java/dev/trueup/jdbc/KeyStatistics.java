package dev.trueup.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jooq.Name;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/**
 * What the planners of the databases know about the number of different keys in a table. They take
 * it from samples, so it is a hint, and good enough for an estimate of how long something takes.
 */
final class KeyStatistics {
  private KeyStatistics() {}

  /**
   * PostgreSQL keeps the number of distinct values of each column: as it is, or, where it grows
   * with the table, as a negative share of the rows. Columns are taken to be independent of each
   * other.
   */
  static OptionalLong postgreSql(Connection connection, Name table, List<String> columns)
      throws SQLException {
    String sql =
        "SELECT c.reltuples, s.attname, max(s.n_distinct) FROM pg_class c"
            + " JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname"
            + " WHERE c.oid = to_regclass(?) AND lower(s.attname) = ANY (?)"
            + " GROUP BY c.reltuples, s.attname";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, DSL.using(SQLDialect.POSTGRES).render(table));
      statement.setArray(2, connection.createArrayOf("text", lower(columns).toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        double keys = 1;
        double tuples = -1;
        int found = 0;
        while (rows.next()) {
          tuples = rows.getDouble(1);
          double distinct = rows.getDouble(3);
          keys *= distinct < 0 ? -distinct * tuples : distinct;
          found++;
        }
        return tuples < 0 || found < columns.size() || keys < 1
            ? OptionalLong.empty()
            : OptionalLong.of(Math.round(Math.min(keys, tuples)));
      }
    }
  }

  /** MariaDB keeps it for each leading part of each index. */
  static OptionalLong mariaDb(Connection connection, Name table, List<String> columns)
      throws SQLException {
    String sql =
        "SELECT index_name, column_name, cardinality FROM information_schema.statistics"
            + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?"
            + " ORDER BY index_name, seq_in_index";
    Map<String, List<Part>> indexes = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table.qualified() ? table.first() : null);
      statement.setString(2, table.last());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          long keys = rows.getLong(3);
          indexes
              .computeIfAbsent(rows.getString(1), index -> new ArrayList<>())
              .add(new Part(String.valueOf(rows.getString(2)), rows.wasNull() ? -1 : keys));
        }
      }
    }
    return fitting(indexes, columns);
  }

  /** SQLite keeps it, once ANALYZE has run, as the number of rows for each leading part. */
  static OptionalLong sqlite(Connection connection, Name table, List<String> columns)
      throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'");
        ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        return OptionalLong.empty();
      }
    }
    String sql =
        "SELECT s.idx, i.name, i.seqno, s.stat FROM sqlite_stat1 s, pragma_index_info(s.idx) i"
            + " WHERE lower(s.tbl) = lower(?) ORDER BY s.idx, i.seqno";
    Map<String, List<Part>> indexes = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table.last());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          indexes
              .computeIfAbsent(rows.getString(1), index -> new ArrayList<>())
              .add(
                  new Part(
                      String.valueOf(rows.getString(2)),
                      keys(String.valueOf(rows.getString(4)), rows.getInt(3))));
        }
      }
    }
    return fitting(indexes, columns);
  }

  /**
   * "1000 10 2" is 1,000 rows, 10 for each value of the first column, 2 for each of the first two.
   */
  private static long keys(String stat, int position) {
    String[] numbers = stat.split(" ");
    if (numbers.length <= position + 1 || !numbers[position + 1].matches("[0-9]{1,18}")) {
      return -1;
    }
    return Long.parseLong(numbers[0]) / Math.max(1, Long.parseLong(numbers[position + 1]));
  }

  /**
   * A column of an index and how many different keys the index has up to it; below 0 if unknown.
   */
  private record Part(String column, long keys) {}

  private static OptionalLong fitting(Map<String, List<Part>> indexes, List<String> columns) {
    Set<String> wanted = lower(columns);
    for (List<Part> parts : indexes.values()) {
      if (parts.size() >= wanted.size()) {
        List<Part> leading = parts.subList(0, wanted.size());
        long keys = leading.get(wanted.size() - 1).keys();
        if (keys > 0 && lower(leading.stream().map(Part::column).toList()).equals(wanted)) {
          return OptionalLong.of(keys);
        }
      }
    }
    return OptionalLong.empty();
  }

  private static Set<String> lower(List<String> columns) {
    return columns.stream()
        .map(column -> column.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }
}
