package dev.trueup.jdbc.events;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The tables of events, as the schema's versions made them. */
final class EventTables {
  private static final DataType<String> TEXT = SQLDataType.VARCHAR;
  private static final DataType<Long> LONG = SQLDataType.BIGINT;
  private static final DataType<Integer> INT = SQLDataType.INTEGER;

  private EventTables() {}

  /** The counters that were enabled. */
  static final class Counters {
    static final Table<Record> TABLE = table(name("trueup_event_counter"));
    static final Field<Integer> ID = of("id", INT);
    static final Field<String> NAME = of("name", TEXT);
    static final Field<Long> SEALED_BEFORE = of("sealed_before", LONG);

    private Counters() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_event_counter", column, type);
    }
  }

  /** One row per subject. */
  static final class Tallies {
    static final Table<Record> TABLE = table(name("trueup_event_tally"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> ADDED = of("added", LONG);
    static final Field<Long> REMOVED = of("removed", LONG);
    static final Field<Long> EVENTS = of("events", LONG);
    static final Field<Long> SEALED_ADDED = of("sealed_added", LONG);
    static final Field<Long> SEALED_REMOVED = of("sealed_removed", LONG);
    static final Field<Long> SEALED_EVENTS = of("sealed_events", LONG);
    static final Field<Long> SEALED_BEFORE = of("sealed_before", LONG);

    private Tallies() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_event_tally", column, type);
    }
  }

  /** The journal. */
  static final class Rows {
    static final Table<Record> TABLE = table(name("trueup_event_row"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<String> ID = of("id", TEXT);
    static final Field<Long> SEQUENCE = of("sequence", LONG);
    static final Field<Long> AMOUNT = of("amount", LONG);
    static final Field<Long> OCCURRED_AT = of("occurred_at", LONG);
    static final Field<String> ACTOR = of("actor", TEXT);
    static final Field<Long> VALUE_AFTER = of("value_after", LONG);

    private Rows() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_event_row", column, type);
    }
  }

  /** How many events did not count. */
  static final class Refusals {
    static final Table<Record> TABLE = table(name("trueup_event_refusal"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<Integer> SHARD = of("shard", INT);
    static final Field<String> REASON = of("reason", TEXT);
    static final Field<Long> REFUSALS = of("refusals", LONG);

    private Refusals() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_event_refusal", column, type);
    }
  }

  private static <T> Field<T> column(String table, String column, DataType<T> type) {
    return field(name(table, column), type);
  }
}
