package dev.trueup.jdbc;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import java.math.BigDecimal;
import java.util.List;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** The names and the stored form of the repair log. */
final class RepairTables {
  static final Table<Record> REPAIR = table(name("trueup_repair"));
  static final Field<String> ID = field(name("id"), SQLDataType.VARCHAR);
  static final Field<String> STATE = field(name("state"), SQLDataType.VARCHAR);
  static final Field<Long> OPENED_AT = field(name("opened_at"), SQLDataType.BIGINT);
  static final Field<Long> CLOSED_AT = field(name("closed_at"), SQLDataType.BIGINT);

  static final Table<Record> ENTRY = table(name("trueup_repair_entry"));
  static final Field<Long> SEQUENCE = field(name("sequence"), SQLDataType.BIGINT);
  static final Field<String> REPAIR_ID = field(name("repair_id"), SQLDataType.VARCHAR);
  static final Field<String> COUNTER = field(name("counter"), SQLDataType.VARCHAR);
  static final Field<String> SUBJECT = field(name("subject"), SQLDataType.VARCHAR);
  static final Field<String> LAYOUT = field(name("layout"), SQLDataType.VARCHAR);
  static final Field<String> VERDICT = field(name("verdict"), SQLDataType.VARCHAR);
  static final Field<String> BEFORE = field(name("before_value"), SQLDataType.VARCHAR);
  static final Field<String> TRUTH = field(name("truth"), SQLDataType.VARCHAR);
  static final Field<String> CORRECTION = field(name("correction"), SQLDataType.VARCHAR);
  static final Field<Long> FACTS_BEFORE = field(name("facts_before"), SQLDataType.BIGINT);
  static final Field<Long> EVENTS_BEFORE = field(name("events_before"), SQLDataType.BIGINT);
  static final Field<String> EVIDENCE = field(name("evidence"), SQLDataType.VARCHAR);
  static final Field<Long> RECORDED_AT = field(name("recorded_at"), SQLDataType.BIGINT);

  static final List<Field<?>> KEY = List.of(REPAIR_ID, COUNTER, SUBJECT, LAYOUT);
  static final List<Field<?>> COLUMNS =
      List.of(
          REPAIR_ID,
          COUNTER,
          SUBJECT,
          LAYOUT,
          VERDICT,
          BEFORE,
          TRUTH,
          CORRECTION,
          FACTS_BEFORE,
          EVENTS_BEFORE,
          EVIDENCE,
          STATE,
          RECORDED_AT);

  private RepairTables() {}

  static List<@Nullable Object> values(RepairEntry entry) {
    Watermark watermark = entry.watermark();
    return java.util.Arrays.asList(
        entry.repairId(),
        entry.counter(),
        entry.subject().key(),
        entry.layout().name(),
        entry.verdict().name(),
        text(entry.before()),
        text(entry.truth()),
        text(entry.correction()),
        watermark == null ? null : Micros.of(watermark.factsBefore()),
        watermark == null ? null : Micros.of(watermark.eventsBefore()),
        entry.evidence(),
        entry.state().name(),
        Micros.of(entry.at()));
  }

  static RepairEntry entry(Record row) {
    Long facts = row.get(FACTS_BEFORE);
    Long events = row.get(EVENTS_BEFORE);
    return new RepairEntry(
        row.get(REPAIR_ID),
        row.get(COUNTER),
        new Subject(row.get(SUBJECT)),
        RepairEntry.Layout.valueOf(row.get(LAYOUT)),
        Verdict.valueOf(row.get(VERDICT)),
        number(row.get(BEFORE)),
        number(row.get(TRUTH)),
        number(row.get(CORRECTION)),
        facts == null || events == null
            ? null
            : new Watermark(Micros.toInstant(facts), Micros.toInstant(events)),
        row.get(EVIDENCE),
        RepairEntry.State.valueOf(row.get(STATE)),
        Micros.toInstant(row.get(RECORDED_AT)));
  }

  static Repair repair(Record row) {
    Long closed = row.get(CLOSED_AT);
    return new Repair(
        row.get(ID),
        Repair.State.valueOf(row.get(STATE)),
        Micros.toInstant(row.get(OPENED_AT)),
        closed == null ? null : Micros.toInstant(closed));
  }

  private static @Nullable String text(@Nullable BigDecimal number) {
    return number == null ? null : number.toPlainString();
  }

  private static @Nullable BigDecimal number(@Nullable String text) {
    return text == null ? null : new BigDecimal(text);
  }
}
