package dev.trueup.benchmarks;

import dev.trueup.testkit.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Posts with a comment count, and their comments. Every tenth comment does not count. Rows lie in
 * the order of their post (clustered), or scattered as they would be after years of use.
 */
record Forum(TestDatabase database, int subjects, int rows, boolean clustered) {
  /** The bare query that an audit cannot be faster than. */
  static final String GROUP_BY =
      "SELECT post_id, count(*) FROM comments WHERE status = 'approved' GROUP BY post_id";

  private static final int FETCH_ROWS = 10_000;

  void fill() {
    // A hash scatters the posts, the same way in every run.
    String post =
        clustered
            ? "1 + (n - 1) * %d::bigint / %d".formatted(subjects, rows)
            : "1 + (hashint8extended(n, 0) & 9007199254740991) %% %d".formatted(subjects);
    database.execute(
        "CREATE TABLE posts (id bigint PRIMARY KEY, comment_count bigint NOT NULL)",
        "CREATE TABLE comments (id bigint PRIMARY KEY, post_id bigint NOT NULL,"
            + " status text NOT NULL, created_at timestamptz NOT NULL)",
        "INSERT INTO comments SELECT n, "
            + post
            + ", CASE WHEN n % 10 = 0 THEN 'spam' ELSE 'approved' END,"
            + " timestamptz '2026-01-01' + n * interval '1 second'"
            + " FROM generate_series(1, "
            + rows
            + ") AS n",
        "CREATE INDEX comments_of_post ON comments (post_id)",
        "INSERT INTO posts SELECT n, coalesce(counted.count, 0) FROM generate_series(1, "
            + subjects
            + ") AS n LEFT JOIN ("
            + GROUP_BY
            + ") AS counted (post_id, count) ON counted.post_id = n",
        "VACUUM (ANALYZE) posts",
        "VACUUM (ANALYZE) comments");
  }

  /** Makes the first subjects wrong by one. */
  void plantErrors(int count) {
    database.execute(
        "UPDATE posts SET comment_count = comment_count + 1 WHERE id <= " + count,
        "VACUUM (ANALYZE) posts");
  }

  /** Runs the bare query inside the server: no group leaves it. PostgreSQL may use workers. */
  void groupByCounted() {
    database.execute("SELECT count(*) FROM (" + GROUP_BY + ") AS groups");
  }

  /** Runs the bare query to its last row, a page at a time, and returns the number of groups. */
  long groupBy() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      // A cursor needs a transaction.
      connection.setAutoCommit(false);
      // All rows are read: without this PostgreSQL plans for the first tenth of them.
      statement.execute("SET LOCAL cursor_tuple_fraction = 1");
      statement.setFetchSize(FETCH_ROWS);
      long groups = 0;
      try (ResultSet row = statement.executeQuery(GROUP_BY)) {
        while (row.next()) {
          row.getLong(1);
          row.getLong(2);
          groups++;
        }
      }
      connection.rollback();
      return groups;
    }
  }
}
