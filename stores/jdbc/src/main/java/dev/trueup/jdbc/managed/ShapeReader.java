package dev.trueup.jdbc.managed;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.raw;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.Transaction;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Looks at a source once: what its columns are, and whether they can be counted. */
final class ShapeReader {
  private static final int STAMPS_SAMPLED = 50;

  private final SourceDefinition definition;
  private final ColumnTypes types;

  ShapeReader(SourceDefinition definition, Dialect dialect) {
    this.definition = definition;
    this.types = new ColumnTypes(dialect);
  }

  FactShape read(Transaction transaction) throws SQLException {
    Table<?> relation = relation();
    String createdName = definition.created();
    if (createdName == null) {
      throw new SourceRefusedException(
          definition.place()
              + " has no created stamp configured; a managed counter needs one. Add created: with the"
              + " column that says when a row was made.");
    }
    Field<Object> amount = field(raw("(" + definition.amount() + "\n)"), Object.class);
    List<Field<?>> columns = new ArrayList<>();
    definition.subject().forEach(column -> columns.add(column(column)));
    columns.add(column(createdName));
    String deletedName = definition.deleted();
    columns.add(deletedName == null ? inline(1) : column(deletedName));
    String idName = definition.id();
    columns.add(idName == null ? inline(1) : column(idName));
    columns.add(amount.as("trueup_amount"));
    List<String> typeNames = new ArrayList<>();
    try (Cursor<Record> none =
        transaction.sql().select(columns).from(relation).where(DSL.falseCondition()).fetchLazy()) {
      ResultSetMetaData metaData = none.resultSet().getMetaData();
      for (int i = 1; i <= metaData.getColumnCount(); i++) {
        String type = metaData.getColumnTypeName(i);
        typeNames.add(type == null ? "" : type);
      }
    }
    int subjects = definition.subject().size();
    boolean folds = folds(transaction);
    List<KeyColumn> subject = new ArrayList<>();
    for (int i = 0; i < subjects; i++) {
      subject.add(key(definition.subject().get(i), typeNames.get(i), folds));
    }
    Stamp created = stamp(transaction, relation, createdName, typeNames.get(subjects));
    Stamp deleted =
        deletedName == null
            ? null
            : stamp(transaction, relation, deletedName, typeNames.get(subjects + 1));
    String where = definition.where();
    return new FactShape(
        definition,
        relation,
        where == null ? DSL.trueCondition() : DSL.condition(raw("(" + where + "\n)")),
        subject,
        idName == null ? null : key(idName, typeNames.get(subjects + 2), folds),
        created.column(),
        deleted == null ? null : deleted.column(),
        amount,
        notWhole(amount, typeNames.get(subjects + 3)),
        created.settled() && (deleted == null || deleted.settled()));
  }

  private Table<?> relation() {
    String table = definition.table();
    if (table != null) {
      return DSL.table(name(table.split("\\.")));
    }
    String query = definition.query();
    if (query == null) {
      throw new SourceRefusedException(
          "A source in SQL is a table or a query; " + definition.place() + " is neither.");
    }
    return DSL.table(raw("(" + query.strip().replaceFirst(";$", "") + "\n)")).as("trueup_facts");
  }

  private static Field<Object> column(String column) {
    return field(name(column), Object.class);
  }

  private KeyColumn key(String column, String type, boolean folds) {
    Field<Object> field = column(column);
    KeyColumn.Kind kind = types.key(type);
    if (types.isComparedAsText(type)) {
      kind = KeyColumn.Kind.TEXT;
      field =
          types.areLoose()
              ? DSL.field("cast({0} as text)", Object.class, field)
              : DSL.field("cast({0} as varchar)", Object.class, field);
    }
    if (kind == null) {
      throw new SourceRefusedException(
          place(column)
              + " is of type "
              + type
              + ", which cannot be a key; whole numbers, text and uuid are allowed. Give a query that"
              + " turns it into one.");
    }
    boolean text = kind == KeyColumn.Kind.TEXT;
    return new KeyColumn(
        column,
        field,
        kind,
        text && folds ? exact(field) : null,
        types.hasArrays(),
        types.areLoose());
  }

  private Field<Object> exact(Field<Object> field) {
    if (types.areLoose()) {
      return DSL.field("({0} collate binary)", Object.class, field);
    }
    return types.hasArrays()
        ? DSL.field("(cast({0} as text) collate \"C\")", Object.class, field)
        : DSL.field("cast(convert({0} using utf8mb4) as binary)", Object.class, field);
  }

  /** Whether text that differs may be taken for equal. */
  private boolean folds(Transaction transaction) {
    if (types.hasArrays()) {
      // Ordinary collations of PostgreSQL tell all texts apart.
      return definition.query() != null;
    }
    String table = definition.table();
    if (!types.areLoose() || table == null) {
      return true;
    }
    String sql =
        transaction
            .sql()
            .select(field(name("sql"), String.class))
            .from(DSL.table(name("sqlite_master")))
            .where(DSL.lower(field(name("name"), String.class)).eq(DSL.lower(DSL.val(table))))
            .and(field(name("type"), String.class).in("table", "view"))
            .fetchOne(0, String.class);
    return sql == null || sql.toLowerCase(java.util.Locale.ROOT).contains("collate");
  }

  private record Stamp(StampColumn column, boolean settled) {}

  private Stamp stamp(Transaction transaction, Table<?> relation, String column, String type)
      throws SQLException {
    if (types.areLoose()) {
      return textStamp(transaction, relation, column);
    }
    TypedStamp.Kind kind = types.stamp(type);
    if (kind == null) {
      throw new SourceRefusedException(
          place(column)
              + " is of type "
              + type
              + ", which is no stamp; timestamps, datetimes and dates are allowed. Name another"
              + " column, or give a query that turns it into a timestamp.");
    }
    ZoneId zone = ZoneOffset.UTC;
    if (kind != TypedStamp.Kind.WITH_ZONE && !types.isInstantShownInUtc(type)) {
      zone = zoneOf(column, "type " + type);
    }
    return new Stamp(new TypedStamp(column, column(column), kind, zone), true);
  }

  private Stamp textStamp(Transaction transaction, Table<?> relation, String column)
      throws SQLException {
    Field<Object> field = column(column);
    TextStamp.Form form = null;
    var first =
        transaction
            .sql()
            .select(field.coerce(String.class).as("stamp"))
            .from(relation)
            .where(field.isNotNull())
            .limit(STAMPS_SAMPLED);
    for (String stamp : first.fetch(0, String.class)) {
      TextStamp.Form found = stamp == null ? null : TextStamp.Form.of(stamp);
      if (found == null) {
        throw new SourceRefusedException(
            place(column)
                + " holds \""
                + stamp
                + "\", which is no stamp; ISO text such as 2026-01-31 12:00:00 or"
                + " 2026-01-31T12:00:00Z is allowed. Give a query that turns it into one, for"
                + " numbers of seconds with datetime("
                + column
                + ", 'unixepoch').");
      }
      form = form == null ? found : form;
    }
    if (form == null) {
      // No row has a stamp yet: nothing will be compared with this guess.
      return new Stamp(
          new TextStamp(column, field, new TextStamp.Form(" ", ""), ZoneOffset.UTC), false);
    }
    ZoneId zone =
        form.suffix().isEmpty() ? zoneOf(column, "stamps like " + form.shown()) : ZoneOffset.UTC;
    return new Stamp(new TextStamp(column, field, form, zone), true);
  }

  private ZoneId zoneOf(String column, String found) {
    ZoneId zone = definition.zone();
    if (zone == null) {
      throw new SourceRefusedException(
          place(column)
              + " has no time zone ("
              + found
              + "). Add zone: to the source with the zone that they are written in, for instance"
              + " zone: UTC.");
    }
    return zone;
  }

  private @Nullable Condition notWhole(Field<Object> amount, String type) {
    if (types.isWhole(type)) {
      return null;
    }
    if (!types.isExact(type)) {
      throw new SourceRefusedException(
          "The amount ("
              + definition.amount()
              + ") of "
              + definition.place()
              + " is of type "
              + type
              + "; a managed counter adds exact whole numbers. Cast it to one, for instance"
              + " cast(… as bigint).");
    }
    if (types.areLoose()) {
      return DSL.condition("typeof({0}) not in ('integer', 'null')", amount);
    }
    return types.hasArrays()
        ? DSL.condition("{0} <> trunc({0})", amount)
        : DSL.condition("{0} <> truncate({0}, 0)", amount);
  }

  private String place(String column) {
    return "Column " + column + " of " + definition.place();
  }
}
