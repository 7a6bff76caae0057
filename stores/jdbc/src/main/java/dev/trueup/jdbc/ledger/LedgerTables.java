package dev.trueup.jdbc.ledger;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The tables of ledgers, as the schema's versions made them. */
final class LedgerTables {
  private static final DataType<String> TEXT = SQLDataType.VARCHAR;
  private static final DataType<Long> LONG = SQLDataType.BIGINT;
  private static final DataType<Integer> INT = SQLDataType.INTEGER;

  private LedgerTables() {}

  /** The counters that were enabled. */
  static final class Counters {
    static final Table<Record> TABLE = table(name("trueup_ledger"));
    static final Field<Integer> ID = of("id", INT);
    static final Field<String> NAME = of("name", TEXT);
    static final Field<Long> FLOOR = of("floor", LONG);
    static final Field<Long> CEILING = of("ceiling", LONG);

    private Counters() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_ledger", column, type);
    }
  }

  /** One row per subject. */
  static final class Balances {
    static final Table<Record> TABLE = table(name("trueup_ledger_balance"));
    static final Field<Integer> LEDGER = of("ledger", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> BALANCE = of("balance", LONG);
    static final Field<Long> AVAILABLE = of("available", LONG);
    static final Field<Long> FLOOR = of("floor", LONG);
    static final Field<Long> CEILING = of("ceiling", LONG);
    static final Field<Long> ENTRIES = of("entries", LONG);

    private Balances() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_ledger_balance", column, type);
    }
  }

  /** What was accepted. */
  static final class Entries {
    static final Table<Record> TABLE = table(name("trueup_ledger_entry"));
    static final Field<Integer> LEDGER = of("ledger", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> SEQUENCE = of("sequence", LONG);
    static final Field<String> ID_SPACE = of("id_space", TEXT);
    static final Field<String> ID = of("id", TEXT);
    static final Field<String> KIND = of("kind", TEXT);
    static final Field<Long> AMOUNT = of("amount", LONG);
    static final Field<Long> HELD = of("held", LONG);
    static final Field<String> REFERENCE = of("reference", TEXT);
    static final Field<Long> EXPIRES_AT = of("expires_at", LONG);
    static final Field<Long> ACCEPTED_AT = of("accepted_at", LONG);
    static final Field<Long> BALANCE_AFTER = of("balance_after", LONG);
    static final Field<Long> AVAILABLE_AFTER = of("available_after", LONG);

    private Entries() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_ledger_entry", column, type);
    }
  }

  /** Parts of balances that are, or were, promised. */
  static final class Reservations {
    static final Table<Record> TABLE = table(name("trueup_ledger_reservation"));
    static final Field<Integer> LEDGER = of("ledger", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<String> ID = of("id", TEXT);
    static final Field<Long> AMOUNT = of("amount", LONG);
    static final Field<Long> OPEN = of("open", LONG);
    static final Field<Long> EXPIRES_AT = of("expires_at", LONG);

    private Reservations() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_ledger_reservation", column, type);
    }
  }

  private static <T> Field<T> column(String table, String column, DataType<T> type) {
    return field(name(table, column), type);
  }
}
