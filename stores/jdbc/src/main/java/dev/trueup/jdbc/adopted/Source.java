package dev.trueup.jdbc.adopted;

import dev.trueup.jdbc.ColumnInfo;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/**
 * Where rows are counted, with every name found in the database.
 *
 * @param from the table, or the user's query
 * @param subject the columns of the subject
 * @param columns the same as the database describes them
 * @param where which rows count
 * @param amount what a row adds; null where each counts one
 * @param amountFamily whether amounts are whole, exact or not
 * @param distinct the column of which distinct values are counted; null otherwise
 * @param id the rows' own key; null where there is none to tell them apart
 */
record Source(
    Table<?> from,
    List<Field<Object>> subject,
    List<ColumnInfo> columns,
    Condition where,
    @Nullable Field<Object> amount,
    ColumnInfo.Family amountFamily,
    @Nullable Field<Object> distinct,
    @Nullable Field<Object> id) {}
