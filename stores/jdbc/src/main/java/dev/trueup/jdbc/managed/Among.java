package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Dialect;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/**
 * "One of these": a single array where the database has them, so that the statement is the same for
 * any number and is planned once; a list of bounded length elsewhere.
 */
public final class Among {
  /** Lists beyond a thousand are turned into joins by MariaDB, and not always to the better. */
  private static final int LIST_MAX = 500;

  private final boolean arrays;

  public Among(Dialect dialect) {
    this.arrays = dialect.jooq() == SQLDialect.POSTGRES;
  }

  /** Whether the database takes a list of any length as one value. */
  boolean arrays() {
    return arrays;
  }

  /** Parts that fit one question. */
  public List<List<Subject>> parts(List<Subject> subjects) {
    return SubjectOrder.parts(subjects, arrays ? Math.max(1, subjects.size()) : LIST_MAX);
  }

  public Condition these(Field<String> column, List<Subject> subjects) {
    return texts(column, subjects.stream().map(Subject::key).toList());
  }

  public Condition texts(Field<String> column, List<String> texts) {
    return arrays ? column.eq(DSL.any(texts.toArray(String[]::new))) : column.in(texts);
  }
}
