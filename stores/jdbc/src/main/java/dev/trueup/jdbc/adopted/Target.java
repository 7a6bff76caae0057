package dev.trueup.jdbc.adopted;

import dev.trueup.jdbc.ColumnInfo;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Table;

/**
 * Where the number is, with every name found in the database.
 *
 * @param table the table
 * @param label the table and column, for people and for the name of the right to repair
 * @param key the columns of the subject
 * @param keyColumns the same as the database describes them
 * @param column the number
 * @param columnInfo the same as the database describes it
 * @param family what kind of number
 * @param where which rows have the counter at all
 */
record Target(
    Table<?> table,
    String label,
    List<Field<Object>> key,
    List<ColumnInfo> keyColumns,
    Field<Object> column,
    ColumnInfo columnInfo,
    ColumnInfo.Family family,
    Condition where) {}
