package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.noCondition;

import dev.trueup.adopted.CountedNumbers;
import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Transaction;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jooq.Condition;
import org.jooq.impl.DSL;

/** The numbers of an adopted counter in a SQL database, whose rows are in none. Thread-safe. */
final class JdbcNumbers implements CountedNumbers {
  private final String counter;
  private final Database database;
  private final Words words;
  private final Target target;
  private final SideBySide question;
  private final Keys keys;

  JdbcNumbers(String counter, Database database, Target target) {
    this.counter = counter;
    this.database = database;
    this.words = Words.of(database.dialect());
    this.target = target;
    this.question = new SideBySide(database.words(), words, target, alone(target));
    this.keys = new Keys(target.key(), target.keyColumns(), database.dialect(), words);
  }

  /** Keys are compared with nothing but themselves: the target stands for the rows too. */
  private static Source alone(Target target) {
    return new Source(
        target.table(),
        target.key(),
        target.keyColumns(),
        DSL.noCondition(),
        null,
        target.family(),
        null,
        null);
  }

  Keys keys() {
    return keys;
  }

  @Override
  public void all(Consumer<Map<Subject, Stored>> chunks) {
    database.read(
        "audit " + counter,
        transaction -> {
          read(transaction, noCondition(), true, chunks);
          return true;
        });
  }

  @Override
  public Map<Subject, Stored> of(Collection<Subject> subjects) {
    return database.read("sample " + counter, transaction -> of(transaction, subjects));
  }

  /** The same on the connection of somebody who holds the right to repair. */
  Map<Subject, Stored> of(Transaction transaction, Collection<Subject> subjects)
      throws SQLException {
    Map<Subject, Stored> found = new LinkedHashMap<>();
    read(transaction, keys.isAnyOf(subjects), true, found::putAll);
    return found;
  }

  @Override
  public Set<Subject> existing(Collection<Subject> subjects) {
    return database.read(
        "look for subjects of " + counter,
        transaction -> {
          Set<Subject> existing = new HashSet<>();
          read(
              transaction, keys.isAnyOf(subjects), false, found -> existing.addAll(found.keySet()));
          return existing;
        });
  }

  private void read(
      Transaction transaction,
      Condition some,
      boolean onlyInScope,
      Consumer<Map<Subject, Stored>> chunks)
      throws SQLException {
    words.prepare(transaction.connection());
    try (OrderedRows rows =
        new OrderedRows(
            transaction, database.dialect(), question.orderedRows(some), target.key().size())) {
      Map<Subject, Stored> chunk = new LinkedHashMap<>();
      rows.advance();
      for (List<String> key = rows.key(); key != null; key = rows.key()) {
        if (!onlyInScope || rows.current().getInt("scope") == 1) {
          chunk.put(
              new Subject(CompositeKey.text(key)),
              new Stored(rows.current().getString("stored"), null));
        }
        if (chunk.size() == CHUNK_MAX) {
          chunks.accept(chunk);
          chunk = new LinkedHashMap<>();
        }
        rows.advance();
      }
      if (!chunk.isEmpty()) {
        chunks.accept(chunk);
      }
    }
  }
}
