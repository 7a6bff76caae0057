package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.falseCondition;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.when;

import dev.trueup.jdbc.ColumnInfo;
import dev.trueup.jdbc.ColumnInfo.Family;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Select;
import org.jooq.SelectField;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/**
 * The question that audit and sample ask, built in the words of one database: each subject once,
 * with its key {@code k1…kn}, {@code scope} (1 or 0; NULL where the target does not have it),
 * {@code stored}, {@code truth}, {@code facts} and {@code digest}. The database does the grouping
 * and, for an audit, leaves out what certainly agrees.
 */
final class SideBySide {
  private static final Field<Object> STORED = column("stored");
  private static final Field<Object> SCOPE = column("scope");
  private static final Field<Object> TRUTH = column("truth");
  private static final Field<Object> FACTS = column("facts");
  private static final Field<Object> DIGEST = column("digest");

  private final DSLContext sql;
  private final Words words;
  private final Target target;
  private final Source source;
  private final boolean keysAsText;

  SideBySide(DSLContext sql, Words words, Target target, Source source) {
    this.sql = sql;
    this.words = words;
    this.target = target;
    this.source = source;
    this.keysAsText = !areComparable(target.keyColumns(), source.columns());
  }

  /** Keys of types that a database does not compare are compared as their text. */
  private static boolean areComparable(List<ColumnInfo> ours, List<ColumnInfo> theirs) {
    for (int i = 0; i < ours.size(); i++) {
      Family one = ours.get(i).family();
      Family other = theirs.get(i).family();
      boolean alike =
          (one.isNumeric() && other.isNumeric())
              || (one == Family.TEXT && other == Family.TEXT)
              || ours.get(i).typeName().equalsIgnoreCase(theirs.get(i).typeName());
      if (!alike) {
        return false;
      }
    }
    return true;
  }

  /** All subjects that may differ. */
  Select<?> differing() {
    return words.join(this, targetRows(noCondition()), sourceGroups(noCondition(), false), true);
  }

  /** Some subjects, whatever they hold, with a digest of their rows. */
  Select<?> some(Condition ofTarget, Condition ofSource) {
    return words.join(this, targetRows(ofTarget), sourceGroups(ofSource, true), false);
  }

  /** How many subjects the counter is about. */
  Select<?> subjects() {
    return sql.select(count()).from(target.table()).where(target.where());
  }

  /** How many rows count, and how many of them have no key. */
  Select<?> total() {
    Condition without = falseCondition();
    for (Field<Object> part : source.subject()) {
      without = without.or(part.isNull());
    }
    if (source.subject().size() == 1) {
      without = without.or(words.text(source.subject().get(0)).eq(inline("")));
    }
    return sql.select(count(), count(when(without, inline(1))))
        .from(source.from())
        .where(source.where());
  }

  /** The target's side alone, in the order of its keys. */
  Select<?> orderedRows(Condition some) {
    Table<?> ours = targetRows(some).asTable("t");
    List<SelectField<?>> fields = new ArrayList<>();
    List<Field<?>> order = new ArrayList<>();
    for (int i = 0; i < target.key().size(); i++) {
      fields.add(of("t", key(i)));
      order.add(words.byteOrder(of("t", key(i))));
    }
    fields.add(of("t", "scope"));
    fields.add(words.storedText(of("t", "stored")).as("stored"));
    fields.add(inline(0).as("facts"));
    return sql.select(fields).from(ours).orderBy(order);
  }

  /** The rows' side alone, in the order of its keys. */
  Select<?> orderedGroups(Condition some, boolean withDigest) {
    Table<?> theirs = sourceGroups(some, withDigest).asTable("c");
    List<SelectField<?>> fields = new ArrayList<>();
    List<Field<?>> order = new ArrayList<>();
    for (int i = 0; i < target.key().size(); i++) {
      fields.add(of("c", key(i)));
      order.add(words.byteOrder(of("c", key(i))));
    }
    fields.addAll(List.of(of("c", "truth"), of("c", "facts"), of("c", "digest")));
    return sql.select(fields).from(theirs).orderBy(order);
  }

  Select<?> targetRows(Condition some) {
    List<SelectField<?>> fields = new ArrayList<>(keys(target.key()));
    fields.add(target.column().as("stored"));
    fields.add(when(target.where(), inline(1)).otherwise(inline(0)).as("scope"));
    return sql.select(fields).from(target.table()).where(some);
  }

  Select<?> sourceGroups(Condition some, boolean withDigest) {
    List<SelectField<?>> fields = new ArrayList<>(keys(source.subject()));
    fields.add(words.total(source).as("truth"));
    fields.add(count().as("facts"));
    Field<Object> id = source.id();
    fields.add(
        (withDigest && id != null ? words.digest(id) : inline(null, SQLDataType.BIGINT))
            .as("digest"));
    return sql.select(fields)
        .from(source.from())
        .where(source.where().and(some))
        .groupBy(source.subject());
  }

  private List<Field<?>> keys(List<Field<Object>> columns) {
    List<Field<?>> keys = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Field<?> key = keysAsText ? words.text(columns.get(i)) : columns.get(i);
      keys.add(key.as(key(i)));
    }
    return keys;
  }

  static String key(int index) {
    return "k" + (index + 1);
  }

  Select<?> fullJoin(Select<?> rows, Select<?> groups, boolean onlyDiffering) {
    Table<?> ours = rows.asTable("t");
    Table<?> theirs = groups.asTable("c");
    Condition on = noCondition();
    List<SelectField<?>> fields = new ArrayList<>();
    for (int i = 0; i < target.key().size(); i++) {
      Field<Object> one = of("t", key(i));
      Field<Object> other = of("c", key(i));
      on = on.and(one.eq(other));
      fields.add(coalesce(one, other).as(key(i)));
    }
    Field<Object> stored = of("t", "stored");
    Field<Object> scope = of("t", "scope");
    Field<Object> truth = of("c", "truth");
    fields.add(scope.as("scope"));
    fields.add(words.storedText(stored).as("stored"));
    fields.add(truth.as("truth"));
    fields.add(of("c", "facts").as("facts"));
    fields.add(of("c", "digest").as("digest"));
    Condition wanted =
        onlyDiffering
            ? scope
                .isNull()
                .or(isInScope(scope).and(words.mayDiffer(stored, target, source, truth)))
            : noCondition();
    return sql.select(fields).from(ours.fullOuterJoin(theirs).on(on)).where(wanted);
  }

  Select<?> union(Select<?> rows, Select<?> groups, boolean onlyDiffering) {
    List<Field<?>> keys = new ArrayList<>();
    List<SelectField<?>> ours = new ArrayList<>();
    List<SelectField<?>> theirs = new ArrayList<>();
    for (int i = 0; i < target.key().size(); i++) {
      keys.add(column(key(i)));
      ours.add(column(key(i)));
      theirs.add(column(key(i)));
    }
    Field<?> nothing = inline(null, SQLDataType.BIGINT);
    ours.addAll(
        List.of(SCOPE, STORED, nothing.as("truth"), nothing.as("facts"), nothing.as("digest")));
    theirs.addAll(List.of(nothing.as("scope"), nothing.as("stored"), TRUTH, FACTS, DIGEST));
    Table<?> both =
        sql.select(ours)
            .from(rows.asTable("t"))
            .unionAll(sql.select(theirs).from(groups.asTable("c")))
            .asTable("u");
    List<SelectField<?>> fields = new ArrayList<>(keys);
    fields.add(max(SCOPE).as("scope"));
    fields.add(words.storedText(max(STORED)).as("stored"));
    fields.add(max(TRUTH).as("truth"));
    fields.add(max(FACTS).as("facts"));
    fields.add(max(DIGEST).as("digest"));
    Condition wanted =
        onlyDiffering
            ? max(SCOPE)
                .isNull()
                .or(
                    isInScope(max(SCOPE))
                        .and(words.mayDiffer(max(STORED), target, source, max(TRUTH))))
            : noCondition();
    return sql.select(fields).from(both).groupBy(keys).having(wanted);
  }

  private static Condition isInScope(Field<Object> scope) {
    return scope.eq(inline(1).coerce(Object.class));
  }

  private static Field<Object> column(String column) {
    return field(name(column));
  }

  private static Field<Object> of(String table, String column) {
    return field(name(table, column));
  }
}
