package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.noCondition;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.StoppedException;
import dev.trueup.jdbc.Database;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jooq.Condition;

/** The rows of an adopted counter in a SQL database, whose number is in none. Thread-safe. */
public final class JdbcCountedRows implements CountedRows {
  private final String counter;
  private final Database database;
  private final Words words;
  private final int keys;
  private final SideBySide question;
  private final Keys subjects;

  /**
   * Finds the rows and tries predicates and expressions, reading no row.
   *
   * @param database stays the caller's
   * @throws SourceRefusedException if something is not there or cannot be counted
   */
  public JdbcCountedRows(AdoptedCounter counter, Database database) {
    this.counter = counter.name();
    this.database = database;
    this.words = Words.of(database.dialect());
    Source source = source(counter, database);
    this.keys = source.subject().size();
    this.question = new SideBySide(database.words(), words, alone(source), source);
    this.subjects = new Keys(source.subject(), source.columns(), database.dialect(), words);
  }

  private static Source source(AdoptedCounter counter, Database database) {
    try {
      return new Resolver(counter).rows(database);
    } catch (SourceRefusedException e) {
      throw new SourceRefusedException(counter.name() + ": " + e.getMessage(), e);
    }
  }

  /** Keys are compared with nothing but themselves: the rows stand for the target too. */
  private static Target alone(Source source) {
    return new Target(
        source.from(),
        "rows",
        source.subject(),
        source.columns(),
        source.subject().get(0),
        source.columns().get(0),
        source.amountFamily(),
        noCondition());
  }

  @Override
  public long all(Consumer<List<Group>> pages, Watch watch) {
    return read(noCondition(), false, pages, watch);
  }

  @Override
  public List<Group> of(Collection<Subject> some, boolean withDigest) {
    List<Group> groups = new ArrayList<>();
    if (!some.isEmpty()) {
      read(subjects.isAnyOf(some), withDigest, groups::addAll, Watch.NONE);
    }
    return groups;
  }

  @Override
  public Total total() {
    return database.read(
        "count the rows of " + counter,
        transaction -> {
          words.prepare(transaction.connection());
          var row = transaction.sql().fetchSingle(question.total());
          return new Total(((Number) row.get(0)).longValue(), ((Number) row.get(1)).longValue());
        });
  }

  private long read(Condition some, boolean withDigest, Consumer<List<Group>> pages, Watch watch) {
    return database.read(
        "count the rows of " + counter,
        transaction -> {
          words.prepare(transaction.connection());
          try (OrderedRows rows =
              new OrderedRows(
                  transaction,
                  database.dialect(),
                  question.orderedGroups(some, withDigest),
                  keys)) {
            List<Group> page = new ArrayList<>();
            rows.advance();
            for (List<String> key = rows.key(); key != null; key = rows.key()) {
              page.add(group(key, rows.current()));
              if (page.size() == PAGE_MAX) {
                pages.accept(List.copyOf(page));
                page.clear();
                stopIfAsked(watch);
              }
              rows.advance();
            }
            if (!page.isEmpty()) {
              pages.accept(page);
            }
            return rows.factsWithoutKey();
          }
        });
  }

  private static Group group(List<String> key, ResultSet row) throws SQLException {
    String total = row.getString("truth");
    String digest = row.getString("digest");
    return new Group(
        new Subject(CompositeKey.text(key)),
        total == null ? BigDecimal.ZERO : new BigDecimal(total),
        row.getLong("facts"),
        digest == null ? "" : digest);
  }

  private void stopIfAsked(Watch watch) {
    if (watch.isStopped()) {
      throw new StoppedException("The audit of " + counter + " was stopped. Nothing was changed.");
    }
  }
}
