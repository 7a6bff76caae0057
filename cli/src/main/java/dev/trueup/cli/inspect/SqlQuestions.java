package dev.trueup.cli.inspect;

import dev.trueup.error.TrueupException;
import dev.trueup.jdbc.Database;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.Select;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** A SQL database is asked. */
final class SqlQuestions implements Questions {
  private final Database database;
  private final Limits limits;
  private final Deadline deadline;

  SqlQuestions(Database database, Limits limits, Deadline deadline) {
    this.database = database;
    this.limits = limits;
    this.deadline = deadline;
  }

  private DSLContext words() {
    return database.words();
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public boolean outOfTime() {
    return deadline.isOver();
  }

  @Override
  public Wording wording() {
    return new SqlWording(database.words());
  }

  private <R extends Record> Optional<List<R>> fetch(ResultQuery<R> query) {
    try {
      return Optional.of(
          database.read(
              "be looked at",
              transaction ->
                  transaction.sql().fetch(query.queryTimeout(limits.seconds()).fetchSize(1_000))));
    } catch (TrueupException e) {
      // One question too many is left out; a database that is gone ends the search.
      database.now();
      return Optional.empty();
    }
  }

  private static Optional<List<List<@Nullable Object>>> lists(
      Optional<? extends List<? extends Record>> answer) {
    return answer.map(
        rows -> {
          List<List<@Nullable Object>> lists = new ArrayList<>(rows.size());
          for (Record row : rows) {
            List<@Nullable Object> list = new ArrayList<>(row.size());
            for (int i = 0; i < row.size(); i++) {
              list.add(row.get(i));
            }
            lists.add(list);
          }
          return lists;
        });
  }

  @Override
  public Optional<Long> count(Table table) {
    return fetch(words().selectCount().from(DSL.table(table.quoted())))
        .map(rows -> rows.get(0).value1().longValue());
  }

  @Override
  public Optional<List<@Nullable Object>> values(
      Table table, Column column, int valuesMax, int rowsMax) {
    Select<?> first =
        words()
            .select(table.field(column.name()).as("v"))
            .from(DSL.table(table.quoted()))
            .limit(rowsMax);
    var distinct =
        words()
            .selectDistinct(DSL.field(DSL.name("first", "v")))
            .from(first.asTable("first"))
            .limit(valuesMax + 1);
    return fetch(distinct)
        .map(
            rows -> {
              List<@Nullable Object> values = new ArrayList<>();
              rows.forEach(row -> values.add(row.get(0)));
              return values;
            })
        .filter(values -> values.size() <= valuesMax);
  }

  @Override
  public Optional<List<List<@Nullable Object>>> subjects(
      Table table, Column key, List<Column> columns, long stride, int max) {
    Field<Object> keyField = table.field(key.name());
    List<Field<?>> fields = new ArrayList<>(List.of(keyField));
    columns.forEach(column -> fields.add(table.field(column.name())));
    return lists(
        fetch(
            words()
                .select(fields)
                .from(DSL.table(table.quoted()))
                .where(keyField.isNotNull())
                .and(restricted(keyField, stride, null))
                .orderBy(keyField)
                .limit(max)));
  }

  /** What limits a column that holds keys to the sampled ones. */
  private static Condition restricted(Field<?> field, long stride, @Nullable Object lastKey) {
    if (stride > 1) {
      return field.coerce(SQLDataType.BIGINT).mod(DSL.inline(stride)).eq(DSL.inline(0L));
    }
    return lastKey == null
        ? DSL.noCondition()
        : field.coerce(SQLDataType.VARCHAR).le(DSL.inline(Questions.text(lastKey)));
  }

  @Override
  public Optional<List<List<@Nullable Object>>> groups(
      Link link,
      List<Trait> traits,
      List<SourceSample.Amount> amounts,
      TargetSample target,
      int max) {
    Table source = link.source();
    Field<Object> subject = source.field(link.column().name());
    List<Field<?>> by = new ArrayList<>(List.of(subject));
    traits.forEach(trait -> by.add(field(source, trait)));
    List<Field<?>> fields = new ArrayList<>(by);
    fields.add(DSL.count());
    amounts.forEach(
        amount -> fields.add(DSL.sum(SqlWording.field(amount).coerce(BigDecimal.class))));
    return lists(
        fetch(
            words()
                .select(fields)
                .from(DSL.table(source.quoted()))
                .where(subject.isNotNull())
                .and(restricted(subject, target.stride(), target.lastKey()))
                .groupBy(by)
                .limit(max)));
  }

  private static Field<?> field(Table source, Trait trait) {
    Field<Object> plain = source.field(trait.column().name());
    return trait.stamp()
        ? DSL.case_().when(plain.isNull(), DSL.inline(0)).otherwise(DSL.inline(1))
        : plain;
  }
}
