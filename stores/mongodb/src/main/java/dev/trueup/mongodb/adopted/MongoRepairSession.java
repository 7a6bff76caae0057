package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.Correction.Result;
import dev.trueup.adopted.NumbersBesideRows;
import dev.trueup.adopted.Sample;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** Samples and corrects under a lease. For one thread. */
final class MongoRepairSession implements AdoptedPlace.RepairSession {
  private final String counter;
  private final RepairLease lease;
  private final NumbersBesideRows both;
  private final NumberCorrector corrector;

  MongoRepairSession(
      String counter, RepairLease lease, NumbersBesideRows both, NumberCorrector corrector) {
    this.counter = counter;
    this.lease = lease;
    this.both = both;
    this.corrector = corrector;
  }

  @Override
  public List<Sample> sample(Collection<Subject> subjects) {
    lease.require();
    return both.sample(new HashSet<>(subjects));
  }

  @Override
  public boolean recordsTogether() {
    return false;
  }

  /** One document after the other: there is no transaction to put around them. */
  @Override
  public List<Result> correct(List<Correction> corrections, Correction.Recorder recorder) {
    lease.require();
    List<Result> results = new ArrayList<>();
    for (Correction correction : corrections) {
      try {
        results.add(corrector.correct(correction));
      } catch (UnavailableException e) {
        if (results.stream().noneMatch(Result::isWritten)) {
          throw e;
        }
        throw new AnswerLostException(
            counter + ": a batch was written in part before: " + e.getMessage(), e);
      }
    }
    return results;
  }

  @Override
  public void close() {
    lease.close();
  }
}
