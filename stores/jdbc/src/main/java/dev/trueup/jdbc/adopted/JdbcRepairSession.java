package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.Correction.Result;
import dev.trueup.adopted.Sample;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.TrueupException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Session;
import dev.trueup.jdbc.Transaction;
import dev.trueup.repair.RepairEntry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures and corrects on one connection, which holds the right to do so. For one thread. */
final class JdbcRepairSession implements AdoptedPlace.RepairSession {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcRepairSession.class);

  private final String counter;
  private final Session session;
  private final RepairRight right;
  private final @Nullable JdbcRepairLog logHere;
  private final Sampler sampler;
  private final Corrector corrector;

  private JdbcRepairSession(
      String counter,
      Session session,
      RepairRight right,
      @Nullable JdbcRepairLog logHere,
      Sampler sampler,
      Corrector corrector) {
    this.counter = counter;
    this.session = session;
    this.right = right;
    this.logHere = logHere;
    this.sampler = sampler;
    this.corrector = corrector;
  }

  static Optional<AdoptedPlace.RepairSession> tryOpen(
      String counter,
      Database database,
      @Nullable JdbcRepairLog log,
      Sampler sampler,
      Corrector corrector) {
    Session session = database.session();
    try {
      Optional<RepairRight> right = RepairRight.tryTake(session, corrector.number(), log);
      if (right.isPresent()) {
        corrector.prepare(session);
        JdbcRepairLog here = log != null && log.database() == database ? log : null;
        return Optional.of(
            new JdbcRepairSession(counter, session, right.get(), here, sampler, corrector));
      }
    } catch (TrueupException e) {
      session.close();
      throw e;
    }
    session.close();
    return Optional.empty();
  }

  @Override
  public List<Sample> sample(Collection<Subject> subjects) {
    return sampler.sample(session, right, subjects);
  }

  @Override
  public boolean recordsTogether() {
    return logHere != null;
  }

  @Override
  public List<Result> correct(List<Correction> corrections, Correction.Recorder recorder) {
    try {
      return session.write(
          "correct " + counter,
          transaction -> {
            right.require();
            List<Result> results = correct(transaction, corrections);
            record(transaction, recorder.entries(corrections, results));
            return results;
          });
    } catch (NotAllException e) {
      return oneByOne(corrections, recorder);
    }
  }

  private List<Result> correct(Transaction transaction, List<Correction> corrections)
      throws SQLException {
    return corrector.writesInSets()
        ? correctTogether(transaction, corrections)
        : corrector.correctLocked(transaction, corrections, right.comparesSampledValue());
  }

  private List<Result> correctTogether(Transaction transaction, List<Correction> corrections)
      throws SQLException {
    if (corrector.correctTogether(transaction, corrections) != corrections.size()) {
      throw new NotAllException("Some were not written.");
    }
    return Collections.nCopies(corrections.size(), Result.WRITTEN);
  }

  /** A condition of one, or a refusal of one, is no reason to leave the others as they are. */
  private List<Result> oneByOne(List<Correction> corrections, Correction.Recorder recorder) {
    List<Result> results = new ArrayList<>();
    for (Correction correction : corrections) {
      try {
        results.add(correctOne(correction, recorder));
      } catch (TrueupException e) {
        if (results.stream().noneMatch(Result::isWritten)) {
          throw e;
        }
        throw new AnswerLostException(
            counter + ": a batch was written in part before: " + e.getMessage(), e);
      }
    }
    return results;
  }

  private Result correctOne(Correction correction, Correction.Recorder recorder) {
    List<Correction> one = List.of(correction);
    try {
      return session.write(
          "correct " + counter,
          transaction -> {
            right.require();
            Result result =
                corrector.writesInSets()
                    ? corrector.correctOne(transaction, correction)
                    : corrector
                        .correctLocked(transaction, one, right.comparesSampledValue())
                        .get(0);
            record(transaction, recorder.entries(one, List.of(result)));
            return result;
          });
    } catch (NotAllException e) {
      return session.write(
          "record what " + counter + " refused",
          transaction -> {
            right.require();
            record(transaction, recorder.entries(one, List.of(e.result())));
            return e.result();
          });
    }
  }

  private void record(Transaction transaction, List<RepairEntry> entries) {
    if (logHere != null && !entries.isEmpty()) {
      logHere.record(transaction, entries);
    }
  }

  @Override
  public void close() {
    try {
      corrector.release(session);
    } catch (TrueupException e) {
      // The connection is gone, and all that was set on it.
      LOG.debug("The connection that repaired {} is gone.", counter, e);
    }
    right.close();
    session.close();
  }
}
