package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.NumbersBesideRows;
import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Session;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The number in a SQL database, the rows in a database of another family. Thread-safe. */
final class RowsElsewherePlace implements AdoptedPlace, Sampler {
  private final String counter;
  private final Database database;
  private final Target target;
  private final JdbcNumbers numbers;
  private final NumbersBesideRows both;
  private final Capacity capacity;
  private final @Nullable JdbcRepairLog log;

  RowsElsewherePlace(
      String counter,
      Database database,
      Target target,
      CountedRows rows,
      @Nullable JdbcRepairLog log) {
    this.counter = counter;
    this.database = database;
    this.target = target;
    this.numbers = new JdbcNumbers(counter, database, target);
    this.both = new NumbersBesideRows(counter, numbers, rows);
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
    return both.scan(mayDiffer, watch);
  }

  @Override
  public List<Sample> sample(Session session, RepairRight right, Collection<Subject> subjects) {
    return both.beside(
        session.read(
            "sample " + counter,
            transaction -> {
              right.require();
              return numbers.of(transaction, subjects);
            }),
        true);
  }

  @Override
  public Optional<RepairSession> tryRepair() {
    Words words = Words.of(database.dialect());
    return JdbcRepairSession.tryOpen(
        counter,
        database,
        log,
        this,
        new Corrector(database, words, target, numbers.keys(), capacity));
  }
}
