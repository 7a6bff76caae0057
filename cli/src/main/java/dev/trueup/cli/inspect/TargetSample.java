package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * Subjects of one table with what its counters say.
 *
 * @param stride of whole keys every so-manieth was taken; 1: all
 * @param lastKey of other keys those up to this one were taken; null: all
 * @param index where each subject is in the lists
 * @param counters a list per counter column; a value per subject, null where it is NULL or no
 *     number
 */
record TargetSample(
    Table table,
    Column key,
    long rows,
    long stride,
    @Nullable String lastKey,
    Map<String, Integer> index,
    Map<String, List<@Nullable BigDecimal>> counters) {

  boolean isWhole() {
    return stride == 1 && lastKey == null;
  }

  /** What limits a column that holds these keys to the sampled ones. */
  Condition restrict(Field<?> field) {
    if (stride > 1) {
      return field.coerce(SQLDataType.BIGINT).mod(DSL.inline(stride)).eq(DSL.inline(0L));
    }
    return lastKey == null
        ? DSL.noCondition()
        : field.coerce(SQLDataType.VARCHAR).le(DSL.inline(lastKey));
  }

  /** Nothing where the database refused or took too long. */
  static Optional<TargetSample> take(Questions questions, Table table, List<Column> columns) {
    return questions.count(table).flatMap(rows -> take(questions, table, columns, rows));
  }

  private static Optional<TargetSample> take(
      Questions questions, Table table, List<Column> columns, long rows) {
    Column key = table.singleKey().orElseThrow();
    int subjectsMax = questions.limits().subjects();
    Field<Object> keyField = table.field(key.name());
    boolean whole = key.type() == Column.Type.WHOLE;
    long stride = whole && rows > subjectsMax ? (rows + subjectsMax - 1) / subjectsMax : 1;
    TargetSample all =
        new TargetSample(table, key, rows, stride, null, new HashMap<>(), new HashMap<>());
    List<Field<?>> fields = new ArrayList<>(List.of(keyField));
    columns.forEach(column -> fields.add(table.field(column.name())));
    var query =
        questions
            .words()
            .select(fields)
            .from(DSL.table(table.quoted()))
            .where(keyField.isNotNull())
            .and(all.restrict(keyField))
            .orderBy(keyField)
            .limit(subjectsMax * 2);
    var answer = questions.fetch(query);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    String last = null;
    for (Record row : answer.get()) {
      last = Questions.text(row.get(0));
      all.index().put(last, all.index().size());
      for (int i = 0; i < columns.size(); i++) {
        Column column = columns.get(i);
        all.counters()
            .computeIfAbsent(column.name(), name -> new ArrayList<>())
            .add(number(row.get(i + 1), column.scale()));
      }
    }
    boolean cut = !whole && rows > all.index().size();
    return Optional.of(
        cut ? new TargetSample(table, key, rows, 1, last, all.index(), all.counters()) : all);
  }

  private static @Nullable BigDecimal number(@Nullable Object value, int scale) {
    if (!(value instanceof Number)) {
      return null;
    }
    BigDecimal number = new BigDecimal(value.toString());
    return scale > 0 || number.scale() > 0
        ? number.setScale(Math.max(scale, 4), RoundingMode.HALF_UP).stripTrailingZeros()
        : number;
  }
}
