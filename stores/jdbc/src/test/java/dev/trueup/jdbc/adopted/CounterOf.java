package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Definitions for tests, one word at a time. Everything is in the datasource {@code app}. */
final class CounterOf {
  private final String name;
  private @Nullable String table;
  private @Nullable String query;
  private List<String> subject = List.of();
  private @Nullable String where;
  private String amount = "1";
  private @Nullable Integer scale;
  private RoundingMode rounding = RoundingMode.HALF_UP;
  private @Nullable String distinct;
  private @Nullable String id;
  private @Nullable String deleted;
  private @Nullable String targetTable;
  private List<String> key = List.of("id");
  private @Nullable String column;
  private @Nullable String targetWhere;
  private boolean sameTransaction;
  private String sourceDatasource = "app";
  private Duration settle = Duration.ofSeconds(30);

  private CounterOf(String name) {
    this.name = name;
  }

  static CounterOf named(String name) {
    return new CounterOf(name);
  }

  CounterOf rows(String rowsTable, String... subjectColumns) {
    table = rowsTable;
    subject = List.of(subjectColumns);
    return this;
  }

  CounterOf query(String select, String... subjectColumns) {
    query = select;
    subject = List.of(subjectColumns);
    return this;
  }

  CounterOf where(String predicate) {
    where = predicate;
    return this;
  }

  CounterOf amount(String expression) {
    amount = expression;
    return this;
  }

  CounterOf scale(int digits) {
    scale = digits;
    return this;
  }

  CounterOf rounding(RoundingMode mode) {
    rounding = mode;
    return this;
  }

  CounterOf distinct(String rowsColumn) {
    distinct = rowsColumn;
    return this;
  }

  CounterOf id(String rowsColumn) {
    id = rowsColumn;
    return this;
  }

  CounterOf deleted(String rowsColumn) {
    deleted = rowsColumn;
    return this;
  }

  CounterOf stored(String inTable, String inColumn, String... keyColumns) {
    targetTable = inTable;
    column = inColumn;
    key = List.of(keyColumns);
    return this;
  }

  CounterOf only(String predicate) {
    targetWhere = predicate;
    return this;
  }

  CounterOf sameTransaction() {
    sameTransaction = true;
    return this;
  }

  CounterOf rowsIn(String datasource) {
    sourceDatasource = datasource;
    return this;
  }

  CounterOf settle(Duration time) {
    settle = time;
    return this;
  }

  AdoptedCounter counter() {
    return new AdoptedCounter(
        name,
        new SourceDefinition(
            sourceDatasource,
            table,
            query,
            null,
            subject,
            where,
            amount,
            scale,
            rounding,
            distinct,
            id,
            null,
            deleted,
            null,
            false),
        new TargetDefinition(
            "app", targetTable, null, null, key, column, targetWhere, sameTransaction),
        settle);
  }
}
