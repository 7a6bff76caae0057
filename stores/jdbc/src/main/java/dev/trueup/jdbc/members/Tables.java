package dev.trueup.jdbc.members;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The tables of members, as the schema's versions made them. */
final class Tables {
  private static final DataType<String> TEXT = SQLDataType.VARCHAR;
  private static final DataType<Long> LONG = SQLDataType.BIGINT;
  private static final DataType<Integer> INT = SQLDataType.INTEGER;

  private Tables() {}

  /** The relations that were enabled. */
  static final class Relations {
    static final Table<Record> TABLE = table(name("trueup_member_relation"));
    static final Field<Integer> ID = of("id", INT);
    static final Field<String> NAME = of("name", TEXT);
    static final Field<String> OTHER_SIDE = of("other_side", TEXT);
    static final Field<String> ZONE = of("zone", TEXT);
    static final Field<Long> SEALED_BEFORE = of("sealed_before", LONG);
    static final Field<Long> REMOVALS_BEFORE = of("removals_before", LONG);

    private Relations() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_member_relation", column, type);
    }
  }

  /** Rows that are only there to be locked. */
  static final class Gates {
    static final Table<Record> TABLE = table(name("trueup_member_gate"));
    static final Field<Integer> RELATION = of("relation", INT);
    static final Field<Integer> GATE = of("gate", INT);

    private Gates() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_member_gate", column, type);
    }
  }

  /** One row per membership that was ever heard of and is not forgotten. */
  static final class Rows {
    static final Table<Record> TABLE = table(name("trueup_member"));
    static final Field<Integer> RELATION = of("relation", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> DAY = of("day", LONG);
    static final Field<String> MEMBER = of("member", TEXT);
    static final Field<Integer> PRESENT = of("present", INT);
    static final Field<Long> DECIDED_AT = of("decided_at", LONG);

    private Rows() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_member", column, type);
    }
  }

  /** One row per count. */
  static final class Tallies {
    static final Table<Record> TABLE = table(name("trueup_member_tally"));
    static final Field<Integer> RELATION = of("relation", INT);
    static final Field<Integer> SIDE = of("side", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> DAY = of("day", LONG);
    static final Field<Long> MEMBERS = of("members", LONG);
    static final Field<Long> SEALED = of("sealed", LONG);
    static final Field<Long> SEALED_AT = of("sealed_at", LONG);
    static final Field<Integer> DRAINED = of("drained", INT);

    private Tallies() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_member_tally", column, type);
    }
  }

  /** One row per key that was removed or merged. */
  static final class Endings {
    static final Table<Record> TABLE = table(name("trueup_member_ending"));
    static final Field<Integer> RELATION = of("relation", INT);
    static final Field<Integer> SIDE = of("side", INT);
    static final Field<String> SUBJECT = of("subject", TEXT);
    static final Field<Long> REMOVED_AT = of("removed_at", LONG);
    static final Field<String> MERGED_INTO = of("merged_into", TEXT);

    private Endings() {}

    private static <T> Field<T> of(String column, DataType<T> type) {
      return column("trueup_member_ending", column, type);
    }
  }

  private static <T> Field<T> column(String table, String column, DataType<T> type) {
    return field(name(table, column), type);
  }
}
