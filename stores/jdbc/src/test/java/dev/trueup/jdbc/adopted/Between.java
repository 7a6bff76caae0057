package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Subject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A real place at which something happens between measuring and correcting, or right after. */
record Between(AdoptedPlace real, Runnable measured, Runnable corrected) implements AdoptedPlace {
  static PlacedCounter afterMeasuring(PlacedCounter placed, Runnable happens) {
    return new PlacedCounter(
        placed.counter(), new Between(placed.place(), once(happens), () -> {}));
  }

  static PlacedCounter afterCorrecting(PlacedCounter placed, Runnable happens) {
    return new PlacedCounter(
        placed.counter(), new Between(placed.place(), () -> {}, once(happens)));
  }

  private static Runnable once(Runnable happens) {
    boolean[] done = new boolean[1];
    return () -> {
      if (!done[0]) {
        done[0] = true;
        happens.run();
      }
    };
  }

  @Override
  public Capacity capacity() {
    return real.capacity();
  }

  @Override
  public List<String> notes() {
    return real.notes();
  }

  @Override
  public Scan scan(Consumer<Sample> mayDiffer, Watch watch) {
    return real.scan(mayDiffer, watch);
  }

  @Override
  public Optional<RepairSession> tryRepair() {
    return real.tryRepair().map(session -> new Interrupted(session));
  }

  private final class Interrupted implements RepairSession {
    private final RepairSession session;

    Interrupted(RepairSession session) {
      this.session = session;
    }

    @Override
    public List<Sample> sample(Collection<Subject> subjects) {
      List<Sample> samples = session.sample(subjects);
      measured.run();
      return samples;
    }

    @Override
    public boolean recordsTogether() {
      return session.recordsTogether();
    }

    @Override
    public List<Correction.Result> correct(
        List<Correction> corrections, Correction.Recorder recorder) {
      List<Correction.Result> results = session.correct(corrections, recorder);
      corrected.run();
      return results;
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
