package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.noCondition;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.error.StoppedException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Session;
import dev.trueup.jdbc.Transaction;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jooq.Condition;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;

/**
 * Rows in one database and the number in another: both are read in the order of their keys and
 * walked side by side. No moment is common to both, so a repair always needs samples that hold
 * still. Thread-safe.
 */
final class TwoDatabasesPlace implements AdoptedPlace, Sampler {
  private static final int ROWS_BETWEEN_LOOKS = 1_000;

  private final String counter;
  private final Database rowsDatabase;
  private final Database database;
  private final Words words;
  private final Words rowsWords;
  private final Target target;
  private final SideBySide question;
  private final SideBySide rowsQuestion;
  private final Keys targetKeys;
  private final Keys sourceKeys;
  private final Capacity capacity;
  private final @Nullable JdbcRepairLog log;

  TwoDatabasesPlace(
      String counter,
      Database rowsDatabase,
      Database database,
      Target target,
      Source source,
      @Nullable JdbcRepairLog log) {
    this.counter = counter;
    this.rowsDatabase = rowsDatabase;
    this.database = database;
    this.words = Words.of(database.dialect());
    this.rowsWords = Words.of(rowsDatabase.dialect());
    this.target = target;
    this.question = new SideBySide(database.words(), words, target, source);
    this.rowsQuestion = new SideBySide(rowsDatabase.words(), rowsWords, target, source);
    this.targetKeys = new Keys(target.key(), target.keyColumns(), database.dialect(), words);
    this.sourceKeys =
        new Keys(source.subject(), source.columns(), rowsDatabase.dialect(), rowsWords);
    this.capacity = Capacities.of(target, database.dialect().hasExactDecimals());
    this.log = log;
  }

  @Override
  public Capacity capacity() {
    return capacity;
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>(RepairRight.notes(database));
    notes.add(TWO_DATABASES);
    return notes;
  }

  @Override
  public Scan scan(Consumer<Sample> mayDiffer, Watch watch) {
    return database.read(
        "audit " + counter,
        ours ->
            rowsDatabase.read(
                "count the rows of " + counter,
                theirs -> {
                  words.prepare(ours.connection());
                  rowsWords.prepare(theirs.connection());
                  return walk(
                      ours,
                      question.orderedRows(noCondition()),
                      theirs,
                      rowsQuestion.orderedGroups(noCondition(), false),
                      mayDiffer,
                      watch);
                }));
  }

  @Override
  public List<Sample> sample(Session session, RepairRight right, Collection<Subject> subjects) {
    Condition ofTarget = targetKeys.isAnyOf(subjects);
    Condition ofSource = sourceKeys.isAnyOf(subjects);
    List<Sample> samples = new ArrayList<>();
    return session.read(
        "sample " + counter,
        ours -> {
          right.require();
          words.prepare(ours.connection());
          return rowsDatabase.read(
              "sample the rows of " + counter,
              theirs -> {
                rowsWords.prepare(theirs.connection());
                walk(
                    ours,
                    question.orderedRows(ofTarget),
                    theirs,
                    rowsQuestion.orderedGroups(ofSource, true),
                    sample -> {
                      if (sample.present()) {
                        samples.add(sample);
                      }
                    },
                    Watch.NONE);
                return samples;
              });
        });
  }

  private Scan walk(
      Transaction ours,
      Select<?> rows,
      Transaction theirs,
      Select<?> groups,
      Consumer<Sample> each,
      Watch watch)
      throws SQLException {
    int keys = target.key().size();
    long subjects = 0;
    try (OrderedRows counters = new OrderedRows(ours, database.dialect(), rows, keys);
        OrderedRows counted = new OrderedRows(theirs, rowsDatabase.dialect(), groups, keys)) {
      counters.advance();
      counted.advance();
      for (long seen = 0; counters.key() != null || counted.key() != null; seen++) {
        if (seen % ROWS_BETWEEN_LOOKS == 0) {
          look(watch, subjects);
        }
        int order = counters.compareTo(counted);
        if (order > 0) {
          each.accept(sample(counted.key(), null, counted.current()));
        } else if (counters.current().getInt("scope") == 1) {
          subjects++;
          each.accept(
              sample(counters.key(), counters.current(), order == 0 ? counted.current() : null));
        }
        if (order <= 0) {
          counters.advance();
        }
        if (order >= 0) {
          counted.advance();
        }
      }
      return new Scan(subjects, counted.factsWithoutKey());
    }
  }

  private void look(Watch watch, long subjects) {
    watch.progress(counter, Watch.Phase.COUNTING, subjects, 0);
    if (watch.isStopped()) {
      throw new StoppedException("The audit of " + counter + " was stopped. Nothing was changed.");
    }
  }

  private static Sample sample(
      @Nullable List<String> key, @Nullable ResultSet stored, @Nullable ResultSet counted)
      throws SQLException {
    String total = counted == null ? null : counted.getString("truth");
    String digest = counted == null ? null : counted.getString("digest");
    return new Sample(
        new Subject(CompositeKey.text(key == null ? List.of() : key)),
        stored != null,
        stored == null ? null : stored.getString("stored"),
        total == null ? BigDecimal.ZERO : new BigDecimal(total),
        counted == null ? 0 : counted.getLong("facts"),
        digest == null ? "" : digest);
  }

  @Override
  public Optional<RepairSession> tryRepair() {
    return JdbcRepairSession.tryOpen(
        counter, database, log, this, new Corrector(database, words, target, targetKeys, capacity));
  }
}
