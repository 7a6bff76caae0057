package dev.trueup.adopted;

import dev.trueup.adopted.Correction.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.error.StoppedException;
import dev.trueup.repair.RepairEntry;
import dev.trueup.time.Waiter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The repair of one counter by one holder of its right: scan, confirm, correct. */
final class CounterRepairing {
  /** Rows of one correcting transaction: few, because the application waits for their locks. */
  private static final int TOGETHER_MAX = 25;

  /** How often a subject that changed under the correction is measured again. */
  private static final int TRIES_MAX = 5;

  private final AdoptedCounter counter;
  private final AdoptedPlace place;
  private final AdoptedPlace.RepairSession session;
  private final RepairBook book;
  private final RepairOptions options;
  private final InstantSource clock;
  private final Waiter waiter;
  private final Watch watch;
  private final Tally tally;
  private final List<Subject> candidates = new ArrayList<>();
  private long corrected;
  private long refused;

  CounterRepairing(
      PlacedCounter placed,
      AdoptedPlace.RepairSession session,
      RepairBook book,
      RepairOptions options,
      InstantSource clock,
      Waiter waiter,
      Watch watch) {
    this.counter = placed.counter();
    this.place = placed.place();
    this.session = session;
    this.book = book;
    this.options = options;
    this.clock = clock;
    this.waiter = waiter;
    this.watch = watch;
    this.tally = new Tally(placed.name(), options.listedMax());
  }

  RepairReport.CounterRepair run() {
    AdoptedPlace.Scan scan = place.scan(this::sort, watch);
    drain();
    return new RepairReport.CounterRepair(tally.report(scan, place.notes()), corrected, refused);
  }

  private void sort(Sample sample) {
    AdoptedFinding finding = AdoptedJudgement.judge(counter, place.capacity(), sample);
    if (!isCorrectable(finding)) {
      settleAs(finding);
      return;
    }
    candidates.add(finding.subject());
    if (candidates.size() >= options.candidatesMax()) {
      drain();
    }
  }

  private boolean isCorrectable(AdoptedFinding finding) {
    return finding.drifted()
        && (finding.verdict() == Verdict.DRIFT || finding.verdict() == Verdict.NULL)
        && place.capacity().fits(finding.truth());
  }

  private void settleAs(AdoptedFinding finding) {
    tally.add(finding);
    if (finding.drifted()) {
      refused++;
    }
  }

  private void drain() {
    if (counter.target().sameTransaction() || options.offline()) {
      String evidence =
          counter.target().sameTransaction()
              ? "rows and counter in one snapshot"
              : "one sample while nobody writes";
      for (List<Subject> few : cut(candidates, TOGETHER_MAX)) {
        correctAsSampled(few, evidence);
        report(Watch.Phase.CORRECTING, corrected);
      }
    } else {
      correctStable();
    }
    candidates.clear();
  }

  private void correctAsSampled(List<Subject> subjects, String evidence) {
    List<Subject> open = subjects;
    List<AdoptedFinding> changed = List.of();
    for (int attempt = 0; attempt < TRIES_MAX && !open.isEmpty(); attempt++) {
      changed = correct(session.sample(open), evidence);
      open = changed.stream().map(AdoptedFinding::subject).toList();
    }
    changed.forEach(finding -> tally.add(finding.undecided()));
  }

  /** Only what was the same one settle time before a sample and one after it proves anything. */
  private void correctStable() {
    if (candidates.isEmpty()) {
      return;
    }
    Map<Subject, Sample> before = sampleAll(candidates);
    pause();
    Map<Subject, Sample> middle = sampleAll(List.copyOf(before.keySet()));
    middle.values().removeIf(sample -> isMoving(before, sample));
    pause();
    Map<Subject, Sample> after = sampleAll(List.copyOf(middle.keySet()));
    after.values().removeIf(sample -> isMoving(middle, sample));
    String evidence = "unchanged in 3 samples, " + counter.settle() + " apart";
    for (List<Sample> few : cut(List.copyOf(after.values()), TOGETHER_MAX)) {
      correct(few, evidence).forEach(finding -> tally.add(finding.undecided()));
      report(Watch.Phase.CORRECTING, corrected);
    }
  }

  /** Adds a subject that did not hold still to the undecided ones. */
  private boolean isMoving(Map<Subject, Sample> earlier, Sample sample) {
    Sample then = earlier.get(sample.subject());
    if (then != null && then.isUnchanged(sample)) {
      return false;
    }
    tally.add(AdoptedJudgement.judge(counter, place.capacity(), sample).undecided());
    return true;
  }

  private Map<Subject, Sample> sampleAll(List<Subject> subjects) {
    Map<Subject, Sample> samples = new LinkedHashMap<>();
    for (List<Subject> some : cut(subjects, AdoptedPlace.RepairSession.SUBJECTS_MAX)) {
      session.sample(some).forEach(sample -> samples.put(sample.subject(), sample));
      watch.progress(counter.name(), Watch.Phase.SAMPLING, samples.size(), subjects.size());
      stopIfAsked();
    }
    return samples;
  }

  /** Corrects what drifts and returns what changed before the correction came. */
  private List<AdoptedFinding> correct(List<Sample> samples, String evidence) {
    List<AdoptedFinding> drifting = new ArrayList<>();
    for (Sample sample : samples) {
      AdoptedFinding finding = AdoptedJudgement.judge(counter, place.capacity(), sample);
      if (isCorrectable(finding)) {
        drifting.add(finding);
      } else {
        settleAs(finding);
      }
    }
    if (drifting.isEmpty()) {
      return List.of();
    }
    List<Correction.Result> results =
        book.write(
            session,
            drifting.stream().map(Correction::of).toList(),
            drifting.stream().map(finding -> intent(finding, evidence)).toList());
    List<AdoptedFinding> changed = new ArrayList<>();
    for (int i = 0; i < drifting.size(); i++) {
      Outcome outcome = results.get(i).outcome();
      if (outcome == Outcome.CHANGED) {
        changed.add(drifting.get(i));
        continue;
      }
      tally.add(drifting.get(i));
      corrected += outcome == Outcome.WRITTEN ? 1 : 0;
      refused += outcome == Outcome.WRITTEN ? 0 : 1;
    }
    return changed;
  }

  private RepairEntry intent(AdoptedFinding finding, String evidence) {
    Correction correction = Correction.of(finding);
    return new RepairEntry(
        book.openedId(),
        counter.name(),
        finding.subject(),
        RepairEntry.Layout.ADOPTED,
        finding.verdict(),
        finding.counted(),
        finding.truth(),
        correction.kind() == Correction.Kind.ADD ? correction.amount() : null,
        null,
        evidence,
        RepairEntry.State.INTENDED,
        clock.instant());
  }

  private void pause() {
    report(Watch.Phase.WAITING, 0);
    waiter.waitFor(counter.settle());
    stopIfAsked();
  }

  private void report(Watch.Phase phase, long done) {
    watch.progress(counter.name(), phase, done, candidates.size());
    stopIfAsked();
  }

  private void stopIfAsked() {
    if (watch.isStopped()) {
      throw new StoppedException(
          "The repair of "
              + counter.name()
              + " was stopped. "
              + corrected
              + " subjects were corrected before; they are on record.");
    }
  }

  private static <T> List<List<T>> cut(List<T> whole, int size) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < whole.size(); from += size) {
      parts.add(List.copyOf(whole.subList(from, Math.min(whole.size(), from + size))));
    }
    return parts;
  }
}
