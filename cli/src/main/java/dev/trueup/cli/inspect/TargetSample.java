package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    @Nullable Object lastKey,
    Map<String, Integer> index,
    Map<String, List<@Nullable BigDecimal>> counters) {

  boolean isWhole() {
    return stride == 1 && lastKey == null;
  }

  /** Nothing where the database refused or took too long. */
  static Optional<TargetSample> take(Questions questions, Table table, List<Column> columns) {
    return questions.count(table).flatMap(rows -> take(questions, table, columns, rows));
  }

  private static Optional<TargetSample> take(
      Questions questions, Table table, List<Column> columns, long rows) {
    Column key = table.singleKey().orElseThrow();
    int subjectsMax = questions.limits().subjects();
    boolean whole = key.type() == Column.Type.WHOLE;
    long stride = whole && rows > subjectsMax ? (rows + subjectsMax - 1) / subjectsMax : 1;
    TargetSample all =
        new TargetSample(table, key, rows, stride, null, new HashMap<>(), new HashMap<>());
    var answer = questions.subjects(table, key, columns, stride, subjectsMax * 2);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    Object last = null;
    for (List<@Nullable Object> row : answer.get()) {
      last = row.get(0);
      all.index().put(Questions.text(last), all.index().size());
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
