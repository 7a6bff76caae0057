package dev.trueup.jdbc.managed;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jooq.Condition;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * A stamp of a date or time type. Values go over as text that is cast to the type, and come back as
 * java.time: nothing on the way looks at the zone of this process.
 */
final class TypedStamp extends StampColumn {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
  private static final int MICROSECONDS = 6;

  private final Kind kind;
  private final ZoneId zone;

  /** What the column's type knows. */
  enum Kind {
    /** An instant. */
    WITH_ZONE,
    /** Date and time of day. */
    WITHOUT_ZONE,
    /** A day; it stands for its first moment. */
    DAY
  }

  TypedStamp(String name, Field<Object> field, Kind kind, ZoneId zone) {
    super(name, field);
    this.kind = kind;
    this.zone = zone;
  }

  @Override
  @Nullable Instant read(ResultSet row, int index) throws SQLException {
    switch (kind) {
      case WITH_ZONE -> {
        OffsetDateTime stamp = row.getObject(index, OffsetDateTime.class);
        return stamp == null ? null : stamp.toInstant();
      }
      case WITHOUT_ZONE -> {
        LocalDateTime stamp = row.getObject(index, LocalDateTime.class);
        return stamp == null ? null : LocalTimes.instantOf(stamp, zone);
      }
      case DAY -> {
        LocalDate day = row.getObject(index, LocalDate.class);
        return day == null ? null : day.atStartOfDay(zone).toInstant();
      }
    }
    throw new IllegalStateException("A stamp of no kind: " + kind);
  }

  @Override
  protected Condition less(Instant boundary) {
    return field().lt(first(boundary));
  }

  @Override
  protected Condition notLess(Instant boundary) {
    return field().ge(first(boundary));
  }

  private Field<Object> first(Instant boundary) {
    return switch (kind) {
      case WITH_ZONE ->
          cast(
              LOCAL.format(boundary.atOffset(ZoneOffset.UTC)) + "+00:00",
              SQLDataType.TIMESTAMPWITHTIMEZONE(MICROSECONDS));
      case WITHOUT_ZONE ->
          cast(
              LOCAL.format(LocalTimes.firstFrom(boundary, zone)),
              SQLDataType.LOCALDATETIME(MICROSECONDS));
      case DAY -> cast(LocalTimes.firstDayFrom(boundary, zone).toString(), SQLDataType.LOCALDATE);
    };
  }

  private static Field<Object> cast(String text, DataType<?> type) {
    return DSL.val(text).cast(type).coerce(Object.class);
  }
}
