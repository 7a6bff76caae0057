package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column with few values: each set of its values is a predicate.
 *
 * @param stamp whether it is a stamp of which only "there or not" matters
 * @param values the texts of its values; null for NULL
 * @param raw the values themselves
 */
record Trait(
    Column column, boolean stamp, List<@Nullable String> values, List<@Nullable Object> raw) {
  /** More values than these tell no kinds apart. */
  static final int VALUES_MAX = 16;

  static Trait of(Column column, List<@Nullable Object> raw) {
    List<@Nullable String> texts = new ArrayList<>();
    List<@Nullable Object> known = new ArrayList<>();
    for (Object value : raw) {
      texts.add(value == null ? null : Questions.text(value));
      known.add(value);
    }
    return new Trait(column, false, texts, known);
  }

  /** A stamp that, once set, may mean that the row does not count any more. */
  static Trait ofStamp(Column column) {
    List<@Nullable String> texts = new ArrayList<>();
    texts.add(null);
    texts.add("set");
    return new Trait(column, true, texts, new ArrayList<>(texts));
  }

  /** Where a value is in the list; values that were not seen before are added. */
  int placeOf(@Nullable Object value) {
    if (stamp) {
      return ((Number) java.util.Objects.requireNonNull(value)).intValue();
    }
    String text = value == null ? null : Questions.text(value);
    int place = values.indexOf(text);
    if (place < 0) {
      values.add(text);
      raw.add(value);
      return values.size() - 1;
    }
    return place;
  }

  int size() {
    return values.size();
  }

  boolean isHinted() {
    return stamp || column.type() == Column.Type.TRUTH || Words.tellsKinds(column.name());
  }

  /** The values that say that a row does not count any more, as a mask. */
  long dead() {
    boolean deadName = Words.isDead(column.name());
    boolean flag = stamp || column.type() == Column.Type.TRUTH || isFlag();
    long mask = 0;
    for (int i = 0; i < size(); i++) {
      String value = values.get(i);
      boolean set = value != null && !isFalse(value);
      boolean dead = flag ? deadName && set : value != null && Words.isDead(value);
      mask |= dead ? (1L << i) : 0;
    }
    return mask;
  }

  private boolean isFlag() {
    return values.stream()
        .allMatch(value -> value == null || value.equals("0") || value.equals("1"));
  }

  private static boolean isFalse(String value) {
    return value.equals("false") || value.equals("0");
  }

  @Override
  public String toString() {
    return column.name();
  }
}
