package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
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

/** Rows and number in one database: one statement sees both at one moment. Thread-safe. */
final class OneDatabasePlace implements AdoptedPlace, Sampler {
  private final String counter;
  private final Database database;
  private final Words words;
  private final Target target;
  private final SideBySide question;
  private final Keys targetKeys;
  private final Keys sourceKeys;
  private final Capacity capacity;
  private final @Nullable JdbcRepairLog log;

  OneDatabasePlace(
      String counter,
      Database database,
      Target target,
      Source source,
      @Nullable JdbcRepairLog log) {
    this.counter = counter;
    this.database = database;
    this.words = Words.of(database.dialect());
    this.target = target;
    this.question = new SideBySide(database.words(), words, target, source);
    this.targetKeys = new Keys(target.key(), target.keyColumns(), database.dialect(), words);
    this.sourceKeys = new Keys(source.subject(), source.columns(), database.dialect(), words);
    this.capacity = Capacities.of(target, database.dialect().hasExactDecimals());
    this.log = log;
  }

  @Override
  public Capacity capacity() {
    return capacity;
  }

  @Override
  public List<String> notes() {
    return RepairRight.notes(database);
  }

  @Override
  public Scan scan(Consumer<Sample> mayDiffer, Watch watch) {
    return database.read(
        "audit " + counter,
        transaction -> {
          words.prepare(transaction.connection());
          SampleReader reader = reader(watch);
          long subjects = reader.count(transaction, question.subjects());
          watch.progress(counter, Watch.Phase.COUNTING, 0, subjects);
          reader.read(transaction, question.differing(), mayDiffer);
          watch.progress(counter, Watch.Phase.COUNTING, subjects, subjects);
          return new Scan(subjects, reader.factsWithoutSubject());
        });
  }

  @Override
  public List<Sample> sample(Session session, RepairRight right, Collection<Subject> subjects) {
    return session.read(
        "sample " + counter,
        transaction -> {
          right.require();
          words.prepare(transaction.connection());
          List<Sample> samples = new ArrayList<>();
          reader(Watch.NONE)
              .read(
                  transaction,
                  question.some(targetKeys.isAnyOf(subjects), sourceKeys.isAnyOf(subjects)),
                  sample -> {
                    if (sample.present()) {
                      samples.add(sample);
                    }
                  });
          return samples;
        });
  }

  @Override
  public Optional<RepairSession> tryRepair() {
    return JdbcRepairSession.tryOpen(
        counter, database, log, this, new Corrector(database, words, target, targetKeys, capacity));
  }

  private SampleReader reader(Watch watch) {
    return new SampleReader(counter, database.dialect(), target.key().size(), watch);
  }
}
