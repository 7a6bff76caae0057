package dev.trueup.jdbc.managed;

import dev.trueup.error.SourceRefusedException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A stamp kept as text in the ISO form, all rows in one and the same: then the order of the texts
 * is the order of time, and an index on the column can be used.
 */
final class TextStamp extends StampColumn {
  private static final int DAY_LENGTH = 10;
  private static final String DIGIT = "[0-9]";
  private static final String DAY_GLOB =
      DIGIT.repeat(4) + "-" + DIGIT.repeat(2) + "-" + DIGIT.repeat(2);
  private static final String TIME_GLOB =
      DIGIT.repeat(2) + ":" + DIGIT.repeat(2) + ":" + DIGIT.repeat(2);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter STAMP =
      new DateTimeFormatterBuilder()
          .append(SECONDS)
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private final Form form;
  private final ZoneId zone;

  /**
   * How the stamps of a column are written.
   *
   * @param separator between day and time; empty for days alone
   * @param suffix the zone behind them, the same in all; empty where there is none
   */
  record Form(String separator, String suffix) {
    static final Form DAY = new Form("", "");

    /** The form of one stamp; null where it is none. */
    static @Nullable Form of(String stamp) {
      if (stamp.matches("\\d{4}-\\d\\d-\\d\\d")) {
        return DAY;
      }
      if (!stamp.matches(
          "\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d(:?\\d\\d)?)?")) {
        return null;
      }
      String suffix = stamp.substring(DAY_LENGTH + 9).replaceFirst("^\\.\\d+", "");
      return new Form(stamp.substring(DAY_LENGTH, DAY_LENGTH + 1), suffix);
    }

    /** The form in words. */
    String shown() {
      return separator.isEmpty() ? "2026-01-31" : "2026-01-31" + separator + "12:00:00" + suffix;
    }
  }

  TextStamp(String name, Field<Object> field, Form form, ZoneId zone) {
    super(name, field);
    this.form = form;
    this.zone = form.suffix().isEmpty() ? zone : ZoneId.of(form.suffix());
  }

  @Override
  String form() {
    return form.shown();
  }

  @Override
  @Nullable Instant read(ResultSet row, int index) throws SQLException {
    String text = row.getString(index);
    if (text == null) {
      return null;
    }
    if (!form.equals(Form.of(text))) {
      throw malformed(text, null);
    }
    try {
      String full =
          form.separator().isEmpty()
              ? text + " 00:00:00"
              : text.substring(0, DAY_LENGTH)
                  + " "
                  + text.substring(DAY_LENGTH + 1, text.length() - form.suffix().length());
      return LocalTimes.instantOf(LocalDateTime.parse(full, STAMP), zone);
    } catch (DateTimeException e) {
      throw malformed(text, e);
    }
  }

  private SourceRefusedException malformed(String text, @Nullable Throwable cause) {
    return new SourceRefusedException(
        "Column "
            + name()
            + " holds \""
            + text
            + "\" beside stamps like "
            + form.shown()
            + "; all have to be written in the same form. Correct the rows, or leave them out with"
            + " where.",
        cause);
  }

  @Override
  protected Condition less(Instant boundary) {
    return compared(boundary).lt(first(boundary));
  }

  @Override
  protected Condition notLess(Instant boundary) {
    return compared(boundary).ge(first(boundary));
  }

  /** A boundary within a second compares wrongly with a suffix that sorts behind the point. */
  private Field<String> compared(Instant boundary) {
    Field<String> text = field().coerce(String.class);
    return form.suffix().isEmpty() || boundary.truncatedTo(ChronoUnit.SECONDS).equals(boundary)
        ? text
        : DSL.field(
            "substr({0}, 1, length({0}) - {1})",
            String.class, text, DSL.inline(form.suffix().length()));
  }

  private Field<String> first(Instant boundary) {
    if (form.separator().isEmpty()) {
      return DSL.val(LocalTimes.firstDayFrom(boundary, zone).toString());
    }
    String text = STAMP.format(LocalTimes.firstFrom(boundary, zone));
    return DSL.val(
        text.substring(0, DAY_LENGTH) + form.separator() + text.substring(DAY_LENGTH + 1));
  }

  @Override
  Condition malformed() {
    Field<?> text = field();
    Condition wellFormed;
    if (form.separator().isEmpty()) {
      wellFormed = DSL.condition("{0} glob {1}", text, DSL.inline(DAY_GLOB));
    } else {
      Field<?> tail = DSL.field("substr({0}, 20)", String.class, text);
      Field<?> fraction =
          DSL.field(
              "substr({0}, 20, length({0}) - 19 - {1})",
              String.class, text, DSL.inline(form.suffix().length()));
      wellFormed =
          DSL.condition(
                  "{0} glob {1}", text, DSL.inline(DAY_GLOB + form.separator() + TIME_GLOB + "*"))
              .and(DSL.condition("{0} glob {1}", tail, DSL.inline("*" + form.suffix())))
              .and(DSL.condition("{0} not glob {1}", fraction, DSL.inline("*[^0-9.]*")));
    }
    return text.isNotNull()
        .and(DSL.condition("typeof({0}) <> 'text'", text).or(DSL.not(wellFormed)));
  }
}
