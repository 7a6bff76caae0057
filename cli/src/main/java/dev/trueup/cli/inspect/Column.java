package dev.trueup.cli.inspect;

import java.util.Locale;

/**
 * A column, as far as the search needs to know it.
 *
 * @param scale digits after the point; 0 where it is not a decimal
 */
record Column(String name, Type type, int scale, boolean nullable) {
  /** What can be done with a column. */
  enum Type {
    WHOLE,
    DECIMAL,
    TRUTH,
    STAMP,
    TEXT,
    /** Floating point: its sums are not exact. */
    FLOATING,
    OTHER
  }

  /** The name without the path before it: {@code comments} of {@code stats.comments}. */
  String lastName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  boolean isNumber() {
    return type == Type.WHOLE || type == Type.DECIMAL;
  }

  /** The type of a column by the word that the database has for it. */
  static Type typeOf(String typeName, int size, int scale) {
    String word = typeName.toLowerCase(Locale.ROOT);
    if (word.contains("bool") || word.equals("bit") || (word.equals("tinyint") && size == 1)) {
      return Type.TRUTH;
    }
    if ((word.contains("int") && !word.contains("interval") && !word.contains("point"))
        || word.contains("serial")) {
      return Type.WHOLE;
    }
    if (word.contains("dec") || word.contains("num") || word.contains("money")) {
      return scale == 0 && size > 0 && size <= 18 ? Type.WHOLE : Type.DECIMAL;
    }
    if (word.contains("date") || word.contains("time")) {
      return Type.STAMP;
    }
    if (word.contains("char") || word.contains("text") || word.contains("enum")) {
      return Type.TEXT;
    }
    return word.contains("double") || word.contains("real") || word.contains("float")
        ? Type.FLOATING
        : Type.OTHER;
  }
}
