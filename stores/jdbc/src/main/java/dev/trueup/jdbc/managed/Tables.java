package dev.trueup.jdbc.managed;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The tables of managed counters, as the schema's versions made them. */
final class Tables {
  private static final DataType<String> TEXT = SQLDataType.VARCHAR;
  private static final DataType<Long> LONG = SQLDataType.BIGINT;
  private static final DataType<Integer> INT = SQLDataType.INTEGER;

  private Tables() {}

  /** The counters that were enabled. */
  static final class Counters {
    static final Table<Record> TABLE = table(name("trueup_counter"));
    static final Field<Integer> ID = of("id", INT);
    static final Field<String> NAME = of("name", TEXT);
    static final Field<Long> WINDOW_MICROS = of("window_micros", LONG);
    static final Field<Long> ACCEPTING_SINCE = of("accepting_since", LONG);

    private Counters() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_counter", column, type);
    }
  }

  /** How far reconciliation came. */
  static final class ProgressTable {
    static final Table<Record> TABLE = table(name("trueup_progress"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<Long> FACTS_BEFORE = of("facts_before", LONG);
    static final Field<Long> EVENTS_BEFORE = of("events_before", LONG);
    static final Field<String> SWEEP_LEG = of("sweep_leg", TEXT);
    static final Field<String> SWEEP_AFTER = of("sweep_after", TEXT);
    static final Field<Long> SWEEP_STARTED_AT = of("sweep_started_at", LONG);
    static final Field<Long> SWEEP_SUBJECTS_DONE = of("sweep_subjects_done", LONG);
    static final Field<String> SWEEP_REPAIR_ID = of("sweep_repair_id", TEXT);
    static final Field<Long> SWEPT_AT = of("swept_at", LONG);

    private ProgressTable() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_progress", column, type);
    }
  }

  /** One row per subject. */
  static final class Heads {
    static final Table<Record> TABLE = table(name("trueup_head"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> BASE = of("base", LONG);
    static final Field<Long> FACTS_BEFORE = of("facts_before", LONG);
    static final Field<Long> EVENTS_BEFORE = of("events_before", LONG);
    static final Field<Long> INSTALLED_AT = of("installed_at", LONG);
    static final Field<Long> VERSION = of("version", LONG);
    static final Field<Long> MARK = of("mark", LONG);
    static final Field<Integer> MARKED = of("marked", INT);
    static final Field<Integer> HELD = of("held", INT);
    static final Field<Integer> WIDE = of("wide", INT);
    static final Field<Long> FORGOTTEN_UNTIL = of("forgotten_until", LONG);

    private Heads() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_head", column, type);
    }
  }

  /** The sum of each (fact window, event window) of a subject. */
  static final class Cells {
    static final Table<Record> TABLE = table(name("trueup_cell"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> FACT_WINDOW = of("fact_window", LONG);
    static final Field<Long> EVENT_WINDOW = of("event_window", LONG);
    static final Field<Long> AMOUNT = of("amount", LONG);

    private Cells() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_cell", column, type);
    }
  }

  /** The changes that the cells are made of. */
  static final class Changes {
    static final Table<Record> TABLE = table(name("trueup_change"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<String> ID = of("id", TEXT);
    static final Field<String> FACT = of("fact", TEXT);
    static final Field<Long> AMOUNT = of("amount", LONG);
    static final Field<Long> OCCURRED_AT = of("occurred_at", LONG);
    static final Field<Long> FACT_AT = of("fact_at", LONG);
    static final Field<Long> FACT_WINDOW = of("fact_window", LONG);
    static final Field<Long> EVENT_WINDOW = of("event_window", LONG);

    private Changes() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_change", column, type);
    }
  }

  /** The newest changes that were answered COVERED. */
  static final class Covered {
    static final Table<Record> TABLE = table(name("trueup_covered"));
    static final Field<Integer> COUNTER = of("counter", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Integer> SLOT = of("slot", INT);
    static final Field<Long> MARK = of("mark", LONG);
    static final Field<String> ID = of("id", TEXT);
    static final Field<String> FACT = of("fact", TEXT);
    static final Field<Long> AMOUNT = of("amount", LONG);
    static final Field<Long> OCCURRED_AT = of("occurred_at", LONG);
    static final Field<Long> FACT_AT = of("fact_at", LONG);

    private Covered() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_covered", column, type);
    }
  }

  private static <T> Field<T> column(String table, String column, DataType<T> type) {
    return field(name(table, column), type);
  }
}
