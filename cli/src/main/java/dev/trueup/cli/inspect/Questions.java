package dev.trueup.cli.inspect;

import dev.trueup.error.TrueupException;
import dev.trueup.jdbc.Database;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.Select;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** What the search asks the database, within its limits. It never writes. For one thread. */
final class Questions {
  private final Database database;
  private final Limits limits;
  private final InstantSource clock;
  private final Instant end;

  Questions(Database database, Limits limits, InstantSource clock) {
    this.database = database;
    this.limits = limits;
    this.clock = clock;
    this.end = clock.instant().plus(Duration.ofSeconds(limits.secondsInAll()));
  }

  /** SQL in the database's words, to be rendered only. */
  DSLContext words() {
    return database.words();
  }

  Limits limits() {
    return limits;
  }

  /** Whether the time for the whole search is over. */
  boolean outOfTime() {
    return clock.instant().isAfter(end);
  }

  /**
   * The rows, or nothing where the database refused or took too long.
   *
   * @throws dev.trueup.error.UnavailableException if the database is not there any more
   */
  <R extends Record> Optional<List<R>> fetch(ResultQuery<R> query) {
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

  Optional<Long> count(Table table) {
    return fetch(words().selectCount().from(DSL.table(table.quoted())))
        .map(rows -> rows.get(0).value1().longValue());
  }

  /** The distinct values of a column in its first rows; nothing where there are too many. */
  Optional<List<@Nullable Object>> values(Table table, Column column, int valuesMax, int rowsMax) {
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

  /** A value as text, whole numbers without their trailing zeros, so that keys can be compared. */
  static String text(@Nullable Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }
}
