package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.falseCondition;
import static org.jooq.impl.DSL.inline;

import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.jdbc.ColumnInfo;
import dev.trueup.jdbc.ColumnInfo.Family;
import dev.trueup.jdbc.Dialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jspecify.annotations.Nullable;

/** Subjects as conditions on key columns, each value in its column's own type. */
final class Keys {
  private final List<Field<Object>> columns;
  private final List<Family> families;
  private final Words words;
  private final boolean compareOthersAsText;

  Keys(List<Field<Object>> columns, List<ColumnInfo> infos, Dialect dialect, Words words) {
    this.columns = columns;
    this.families = infos.stream().map(dialect::family).toList();
    this.words = words;
    this.compareOthersAsText = !dialect.hasExactDecimals();
  }

  Condition is(Subject subject) {
    List<String> parts = CompositeKey.parts(subject.key(), columns.size());
    Condition all = null;
    for (int i = 0; i < parts.size(); i++) {
      Condition one = is(i, parts.get(i));
      all = all == null ? one : all.and(one);
    }
    return all == null ? falseCondition() : all;
  }

  Condition isAnyOf(Collection<Subject> subjects) {
    if (columns.size() == 1 && !isText(0)) {
      List<Field<Object>> values = new ArrayList<>();
      for (Subject subject : subjects) {
        Field<Object> value = value(0, subject.key());
        if (value != null) {
          values.add(value);
        }
      }
      return values.isEmpty() ? falseCondition() : columns.get(0).in(values);
    }
    Condition any = falseCondition();
    for (Subject subject : subjects) {
      any = any.or(is(subject));
    }
    return any;
  }

  private Condition is(int index, String part) {
    if (isText(index)) {
      return words.text(columns.get(index)).eq(inline(part));
    }
    Field<Object> value = value(index, part);
    return value == null ? falseCondition() : columns.get(index).eq(value);
  }

  /** A column that has no type of its own does not find 42 by '42'. */
  private boolean isText(int index) {
    return compareOthersAsText && families.get(index) == Family.OTHER;
  }

  private @Nullable Field<Object> value(int index, String part) {
    if (!families.get(index).isNumeric()) {
      return inline(part).coerce(Object.class);
    }
    try {
      return inline(new BigDecimal(part)).coerce(Object.class);
    } catch (NumberFormatException e) {
      // No number equals it; the subject came from the other side of a mixed key.
      return compareOthersAsText ? inline(part).coerce(Object.class) : null;
    }
  }
}
