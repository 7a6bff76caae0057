package dev.trueup.jdbc.managed;

import dev.trueup.counter.SourceDefinition;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/**
 * Where the facts are, with the types that were found there.
 *
 * @param definition as configured
 * @param relation the table or the query
 * @param predicate which rows count; true where none is given
 * @param subject the columns of the subject
 * @param id the fact's own key; null where none is given
 * @param created the stamp of creation
 * @param deleted the stamp of removal; null where there is none
 * @param amount what a fact counts for
 * @param notWhole a condition that tells amounts which are no whole numbers; null where the type
 *     sees to it
 * @param settled whether all of this holds for good; not so while a column without a type is empty
 */
record FactShape(
    SourceDefinition definition,
    Table<?> relation,
    Condition predicate,
    List<KeyColumn> subject,
    @Nullable KeyColumn id,
    StampColumn created,
    @Nullable StampColumn deleted,
    Field<Object> amount,
    @Nullable Condition notWhole,
    boolean settled) {
  FactShape {
    subject = List.copyOf(subject);
  }

  /** What to call it in a message. */
  String place() {
    return definition.place();
  }
}
