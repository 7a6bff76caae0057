package dev.trueup.demo;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The managed counter's store behind the same kind of wire as the others: the answer to a change
 * can be lost after it was committed. Everything else is passed on as it is.
 */
final class LossyStore implements CounterStore {
  private final CounterStore store;
  private final Wire wire;

  LossyStore(CounterStore store, Wire wire) {
    this.store = store;
    this.wire = wire;
  }

  @Override
  public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
    return wire.carry(() -> store.accept(counter, changes, withReading));
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public void enable(Counter counter) {
    store.enable(counter);
  }

  @Override
  public Instant acceptingSince(Counter counter) {
    return store.acceptingSince(counter);
  }

  @Override
  public Map<Subject, StoredSubject> read(Counter counter, Collection<Subject> subjects) {
    return store.read(counter, subjects);
  }

  @Override
  public Map<Subject, Head> heads(Counter counter, Collection<Subject> subjects) {
    return store.heads(counter, subjects);
  }

  @Override
  public Map<Subject, RecordedSubject> examine(Counter counter, Collection<Subject> subjects) {
    return store.examine(counter, subjects);
  }

  @Override
  public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
    return store.settle(counter, settlements);
  }

  @Override
  public boolean givesReadings(Counter counter) {
    return store.givesReadings(counter);
  }

  @Override
  public boolean keepsRepairLog() {
    return store.keepsRepairLog();
  }

  @Override
  public boolean mayLoseMemory() {
    return store.mayLoseMemory();
  }

  @Override
  public List<Subject> candidates(Counter counter, @Nullable Subject after, int limit) {
    return store.candidates(counter, after, limit);
  }

  @Override
  public List<Subject> subjects(Counter counter, @Nullable Subject after, int limit) {
    return store.subjects(counter, after, limit);
  }

  @Override
  public void mark(Counter counter, Collection<Subject> subjects) {
    store.mark(counter, subjects);
  }

  @Override
  public void forget(Counter counter, Subject subject, Instant until) {
    store.forget(counter, subject, until);
  }

  @Override
  public boolean hold(Counter counter, Subject subject, long amount) {
    return store.hold(counter, subject, amount);
  }

  @Override
  public boolean release(Counter counter, Subject subject) {
    return store.release(counter, subject);
  }

  @Override
  public Progress progress(Counter counter) {
    return store.progress(counter);
  }

  @Override
  public void saveProgress(Counter counter, Progress progress) {
    store.saveProgress(counter, progress);
  }

  @Override
  public void close() {
    store.close();
  }
}
