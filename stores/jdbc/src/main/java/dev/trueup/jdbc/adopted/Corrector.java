package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.cast;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.when;

import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.Correction.Kind;
import dev.trueup.adopted.Correction.Outcome;
import dev.trueup.adopted.Correction.Result;
import dev.trueup.jdbc.ColumnInfo.Family;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.Session;
import dev.trueup.jdbc.Transaction;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.CaseConditionStep;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** Writes corrections to one number. Thread-safe. */
final class Corrector {
  /** A correction gives up soon where the application holds the row. */
  private static final int LOCK_WAIT_SECONDS = 1;

  private final Database database;
  private final Words words;
  private final Target target;
  private final Keys keys;
  private final Capacity capacity;

  Corrector(Database database, Words words, Target target, Keys keys, Capacity capacity) {
    this.database = database;
    this.words = words;
    this.target = target;
    this.keys = keys;
    this.capacity = capacity;
  }

  /** Which number it is, for the name of the right to repair it. */
  String number() {
    return target.label();
  }

  void prepare(Session session) {
    session.read(
        "make ready for corrections",
        transaction -> {
          words.prepare(transaction.connection());
          return true;
        });
    session.configure(
        connection -> database.dialect().limitLockWait(connection, LOCK_WAIT_SECONDS));
  }

  void release(Session session) {
    session.configure(
        connection -> database.dialect().limitLockWait(connection, Dialect.LOCK_WAIT_SECONDS));
  }

  /** Whether the database adds exactly by itself, so that one statement can correct many. */
  boolean writesInSets() {
    return database.dialect().hasRowLocks()
        && (target.family() == Family.INTEGER || target.family() == Family.DECIMAL);
  }

  /** Adds to many in one statement each for what is added and what is set. */
  int correctTogether(Transaction transaction, List<Correction> corrections) throws SQLException {
    List<Correction> added = ofKind(corrections, Kind.ADD);
    int written = 0;
    if (!added.isEmpty()) {
      CaseConditionStep<BigDecimal> amount = null;
      for (Correction correction : added) {
        Condition is = keys.is(correction.subject());
        amount =
            amount == null
                ? when(is, inline(correction.amount()))
                : amount.when(is, inline(correction.amount()));
      }
      Field<BigDecimal> amounts = Objects.requireNonNull(amount);
      written +=
          run(
              transaction,
              transaction
                  .sql()
                  .update(target.table())
                  .set(Map.of(target.column(), sum(amounts)))
                  .where(keys.isAnyOf(added.stream().map(Correction::subject).toList()))
                  .and(target.column().isNotNull())
                  .and(target.where()));
    }
    for (Correction correction : corrections) {
      if (correction.kind() != Kind.ADD) {
        written += run(transaction, update(transaction, correction));
      }
    }
    return written;
  }

  Result correctOne(Transaction transaction, Correction correction) throws SQLException {
    return run(transaction, update(transaction, correction)) == 1
        ? Result.WRITTEN
        : new Result(Outcome.CHANGED, "The row is gone, or its counter is another than expected.");
  }

  /** For numbers that the database does not add exactly: each is read, added to and set, locked. */
  List<Result> correctLocked(
      Transaction transaction, List<Correction> corrections, boolean onlyIfSampled)
      throws SQLException {
    List<Result> results = new ArrayList<>();
    for (Correction correction : corrections) {
      results.add(correctLocked(transaction, correction, onlyIfSampled));
    }
    return results;
  }

  private Result correctLocked(
      Transaction transaction, Correction correction, boolean onlyIfSampled) throws SQLException {
    var select =
        transaction
            .sql()
            .select(words.storedText(target.column()).as("stored"))
            .from(target.table())
            .where(keys.is(correction.subject()))
            .and(target.where());
    String stored;
    try (Statement statement = transaction.connection().createStatement();
        ResultSet rows =
            statement.executeQuery(
                transaction
                    .sql()
                    .renderInlined(
                        database.dialect().hasRowLocks() ? select.forUpdate() : select))) {
      if (!rows.next()) {
        return new Result(Outcome.CHANGED, "The row is gone.");
      }
      stored = rows.getString("stored");
    }
    Field<Object> next = next(correction, stored, onlyIfSampled);
    if (next == null) {
      return new Result(Outcome.CHANGED, "The counter is another than expected.");
    }
    return run(
                transaction,
                transaction
                    .sql()
                    .update(target.table())
                    .set(Map.of(target.column(), next))
                    .where(keys.is(correction.subject()))
                    .and(target.where()))
            == 1
        ? Result.WRITTEN
        : new Result(Outcome.REFUSED, "Its key is not the key of one row.");
  }

  /** The value to set, or null where the stored one does not allow it. */
  private @Nullable Field<Object> next(
      Correction correction, @Nullable String stored, boolean onlyIfSampled) {
    return switch (correction.kind()) {
      case SET_NULL -> stored == null ? value(correction.amount()) : null;
      case RESTORE_NULL ->
          isEqual(stored, correction.amount()) ? inline(null, SQLDataType.OTHER) : null;
      case ADD -> {
        String sampled = correction.sampled();
        BigDecimal installed = correction.installed();
        BigDecimal restored = correction.restored();
        if (stored == null || (onlyIfSampled && sampled != null && !sampled.equals(stored))) {
          yield null;
        }
        if (installed != null && restored != null && isEqual(stored, installed)) {
          yield value(restored);
        }
        try {
          BigDecimal sum = new BigDecimal(stored.strip()).add(correction.amount());
          yield capacity.fits(sum) ? value(sum) : null;
        } catch (NumberFormatException notANumber) {
          yield null;
        }
      }
    };
  }

  private static boolean isEqual(@Nullable String stored, BigDecimal number) {
    try {
      return stored != null && new BigDecimal(stored.strip()).compareTo(number) == 0;
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }

  private Query update(Transaction transaction, Correction correction) {
    Condition found = keys.is(correction.subject()).and(target.where());
    var update = transaction.sql().update(target.table());
    return switch (correction.kind()) {
      case ADD ->
          update
              .set(Map.of(target.column(), sum(inline(correction.amount()))))
              .where(found)
              .and(target.column().isNotNull());
      case SET_NULL ->
          update
              .set(Map.of(target.column(), value(correction.amount())))
              .where(found)
              .and(target.column().isNull());
      case RESTORE_NULL ->
          update
              .set(Map.of(target.column(), inline(null, SQLDataType.OTHER)))
              .where(found)
              .and(target.column().eq(value(correction.amount())));
    };
  }

  private Field<Object> sum(Field<BigDecimal> amount) {
    return target.column().coerce(BigDecimal.class).add(amount).coerce(Object.class);
  }

  /** A number as SQLite would keep it in this column; a plain literal elsewhere. */
  private Field<Object> value(BigDecimal number) {
    if (database.dialect().hasExactDecimals()) {
      return inline(number).coerce(Object.class);
    }
    Field<String> text = inline(number.toPlainString());
    return target.family() == Family.TEXT
        ? text.coerce(Object.class)
        : cast(text, SQLDataType.NUMERIC).coerce(Object.class);
  }

  private int run(Transaction transaction, Query query) throws SQLException {
    try (Statement statement = transaction.connection().createStatement()) {
      return statement.executeUpdate(transaction.sql().renderInlined(query));
    } catch (SQLException e) {
      switch (database.errors().failure(e)) {
        case OUT_OF_RANGE ->
            throw new NotAllException(new Result(Outcome.OVERFLOW, "The sum does not fit."), e);
        case DUPLICATE_KEY, CONSTRAINT, WRONG_TYPE, OTHER ->
            throw new NotAllException(
                new Result(
                    Outcome.REFUSED,
                    String.valueOf(database.errors().refused(e, "correct a row").getMessage())),
                e);
        default -> throw e;
      }
    }
  }

  private static List<Correction> ofKind(List<Correction> corrections, Kind kind) {
    return corrections.stream().filter(correction -> correction.kind() == kind).toList();
  }
}
