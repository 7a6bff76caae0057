package dev.trueup.jdbc.cases;

import dev.trueup.testkit.servers.DatabaseKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Stamps without a zone, in UTC, as an application would store them. */
final class Stamps {
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  private Stamps() {}

  static Object toColumn(DatabaseKind kind, Instant instant) {
    return kind == DatabaseKind.SQLITE
        ? TEXT.format(instant)
        : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  static Instant fromColumn(DatabaseKind kind, ResultSet row, String column) throws SQLException {
    return kind == DatabaseKind.SQLITE
        ? Instant.from(TEXT.parse(row.getString(column)))
        : row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
