package dev.trueup.jdbc.managed;

import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.SourceRefusedException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Subjects as the source's columns hold them, there and back. */
final class SubjectKeys {
  private final FactShape shape;

  SubjectKeys(FactShape shape) {
    this.shape = shape;
  }

  /** The values of the subject's columns; null where no row can be of this subject. */
  @Nullable List<Object> values(Subject subject) {
    List<String> parts;
    try {
      parts = CompositeKey.parts(subject.key(), shape.subject().size());
    } catch (BadRequestException | NumberFormatException e) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Object value = shape.subject().get(i).value(parts.get(i));
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return values;
  }

  /** The text of a row's subject; its columns are the first of the row. */
  String text(ResultSet row) throws SQLException {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < shape.subject().size(); i++) {
      String raw = row.getString(i + 1);
      parts.add(raw == null ? "" : shape.subject().get(i).text(raw));
    }
    return CompositeKey.text(parts);
  }

  /** The row's subject. */
  Subject subject(ResultSet row) throws SQLException {
    String text = text(row);
    try {
      return new Subject(text);
    } catch (BadRequestException e) {
      throw new SourceRefusedException(
          shape.place()
              + " has rows whose subject cannot be a key (\""
              + text.substring(0, Math.min(text.length(), 40))
              + "\"): "
              + e.getMessage()
              + " Leave those rows out with where.",
          e);
    }
  }
}
