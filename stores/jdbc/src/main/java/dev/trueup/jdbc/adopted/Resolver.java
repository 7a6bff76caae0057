package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.table;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Catalog;
import dev.trueup.jdbc.ColumnInfo;
import dev.trueup.jdbc.ColumnInfo.Family;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.TableInfo;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.SelectField;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Finds what a definition names in the database, and tries it before anything is counted. */
final class Resolver {
  private final AdoptedCounter counter;

  Resolver(AdoptedCounter counter) {
    this.counter = counter;
  }

  Target target(Database database) {
    TargetDefinition definition = counter.target();
    String tableName = definition.table();
    String columnName = definition.column();
    if (tableName == null || columnName == null || definition.key().isEmpty()) {
      throw new SourceRefusedException(
          "A target in the SQL database "
              + database.name()
              + " needs table, key and column; nothing else says where the number is.");
    }
    TableInfo info = Catalog.table(database, tableName);
    List<ColumnInfo> keys =
        definition.key().stream().map(key -> info.column(key, "target.key")).toList();
    ColumnInfo column = info.column(columnName, "target.column");
    Family family = database.dialect().family(column);
    if (family == Family.OTHER) {
      throw new SourceRefusedException(
          "The column "
              + info.label()
              + "."
              + column.name()
              + " (target.column) is of type "
              + column.typeName()
              + ", which cannot count; a number is allowed. Nothing was changed.");
    }
    String predicate = definition.where();
    Target target =
        new Target(
            table(info.name()),
            info.name().unquotedName() + "." + column.name(),
            keys.stream().map(key -> named(key.name())).toList(),
            keys,
            named(column.name()),
            column,
            family,
            predicate == null ? noCondition() : RawSql.condition(predicate));
    List<SelectField<?>> wanted = new ArrayList<>(target.key());
    wanted.add(target.column());
    trial(database, "read the target of " + counter.name(), target.table(), target.where(), wanted);
    return target;
  }

  /** Rows beside a target in a SQL database: their keys have to be as many. */
  Source source(Database database) {
    Source source = rows(database);
    if (source.subject().size() != counter.target().key().size()) {
      throw new SourceRefusedException(
          "source.subject has "
              + source.subject().size()
              + " columns and target.key has "
              + counter.target().key().size()
              + "; they must be as many, in the same order.");
    }
    return source;
  }

  Source rows(Database database) {
    SourceDefinition definition = counter.source();
    String query = definition.query();
    String tableName = definition.table();
    if (query == null && tableName == null) {
      throw new SourceRefusedException(
          "A source in the SQL database "
              + database.name()
              + " needs table or query; nothing else says where the rows are.");
    }
    Table<?> from;
    TableInfo info;
    if (tableName != null) {
      info = Catalog.table(database, tableName);
      from = table(info.name());
    } else {
      from = RawSql.query(String.valueOf(query), "q");
      info =
          new TableInfo(
              name("query"),
              trial(database, "run the query of " + counter.name(), from, noCondition(), null));
    }
    List<ColumnInfo> subject =
        (definition.subject().isEmpty() ? List.of("subject") : definition.subject())
            .stream().map(column -> info.column(column, "source.subject")).toList();
    Condition where = noCondition();
    String predicate = definition.where();
    if (predicate != null) {
      where = where.and(RawSql.condition(predicate));
    }
    Field<Object> deleted = optional(info, definition.deleted(), "source.deleted");
    if (deleted != null) {
      where = where.and(deleted.isNull());
    }
    Field<Object> distinct = optional(info, definition.distinct(), "source.distinct");
    Field<Object> id = optional(info, definition.id(), "source.id");
    if (id == null && query != null && has(info, "id")) {
      id = named("id");
    }
    Field<Object> amount = amount(definition, query == null ? null : info);
    List<SelectField<?>> wanted = new ArrayList<>();
    wanted.add(amount == null ? inline(1).as("amount") : amount.as("amount"));
    subject.forEach(column -> wanted.add(named(column.name())));
    List<ColumnInfo> found =
        trial(database, "count the rows of " + counter.name(), from, where, wanted);
    return new Source(
        from,
        subject.stream().map(column -> named(column.name())).toList(),
        subject,
        where,
        amount,
        amountFamily(database, found.get(0)),
        distinct,
        id);
  }

  /** The whole number one is no sum but a count. */
  private static @Nullable Field<Object> amount(
      SourceDefinition definition, @Nullable TableInfo query) {
    if (definition.amount().strip().equals("1")) {
      return query != null && has(query, "amount") ? named("amount") : null;
    }
    return RawSql.expression(definition.amount());
  }

  private Family amountFamily(Database database, ColumnInfo amount) {
    // SQLite tells a type only of a value; there a value that is no number is found when it comes.
    if (!database.dialect().hasExactDecimals()) {
      return Family.DECIMAL;
    }
    Family family = database.dialect().family(amount);
    if (!family.isNumeric()) {
      throw new SourceRefusedException(
          "The amount "
              + counter.source().amount()
              + " (source.amount) is of type "
              + amount.typeName()
              + ", which cannot be added up; a number is allowed. Nothing was changed.");
    }
    return family;
  }

  private static boolean has(TableInfo info, String column) {
    return info.columns().stream().anyMatch(found -> found.name().equals(column));
  }

  private static @Nullable Field<Object> optional(
      TableInfo info, @Nullable String column, String role) {
    return column == null ? null : named(info.column(column, role).name());
  }

  private static Field<Object> named(String column) {
    return field(name(column));
  }

  /** Asks for no row, so that a fault in the user's own SQL is told before anything is done. */
  private static List<ColumnInfo> trial(
      Database database,
      String doing,
      Table<?> from,
      Condition where,
      @Nullable List<SelectField<?>> wanted) {
    return database.read(
        doing,
        transaction -> {
          var select =
              (wanted == null
                      ? transaction.sql().select(DSL.asterisk())
                      : transaction.sql().select(wanted))
                  .from(from)
                  .where(where)
                  .and(inline(1).eq(inline(0)));
          return Catalog.columnsOf(transaction, select);
        });
  }
}
