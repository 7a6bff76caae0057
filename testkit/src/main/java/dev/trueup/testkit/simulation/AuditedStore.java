package dev.trueup.testkit.simulation;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
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
 * The injected store as one process sees it: every call goes through the auditor, and the network
 * in between may lose an answer or a request.
 */
final class AuditedStore implements CounterStore {
  private final CounterStore store;
  private final Auditor auditor;
  private final Session session;

  /** What the network does to the next call of accept. */
  enum Network {
    WORKS,
    LOSES_THE_ANSWER,
    LOSES_THE_REQUEST
  }

  Network network = Network.WORKS;

  AuditedStore(CounterStore store, Auditor auditor, Session session) {
    this.store = store;
    this.auditor = auditor;
    this.session = session;
  }

  @Override
  public Instant now() {
    session.requireAlive();
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
  public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
    session.requireAlive();
    Network now = network;
    network = Network.WORKS;
    if (now == Network.LOSES_THE_REQUEST) {
      throw new UnavailableException("The simulated store could not be reached.");
    }
    List<Outcome> outcomes = store.accept(counter, changes, withReading);
    auditor.accepted(changes, outcomes, withReading);
    if (now == Network.LOSES_THE_ANSWER) {
      auditor.answerLost(changes);
      throw new AnswerLostException("The simulated network lost the answer.");
    }
    return outcomes;
  }

  @Override
  public Map<Subject, StoredSubject> read(Counter counter, Collection<Subject> subjects) {
    session.requireAlive();
    return store.read(counter, subjects);
  }

  @Override
  public Map<Subject, Head> heads(Counter counter, Collection<Subject> subjects) {
    session.requireAlive();
    auditor.headsRead(session, subjects);
    return store.heads(counter, subjects);
  }

  @Override
  public Map<Subject, RecordedSubject> examine(Counter counter, Collection<Subject> subjects) {
    session.requireAlive();
    auditor.examined(session, subjects);
    return store.examine(counter, subjects);
  }

  @Override
  public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
    session.requireAlive();
    List<Settlement.Result> results = store.settle(counter, settlements);
    auditor.settled(session, settlements, results);
    if (session.losesNextSettle) {
      session.losesNextSettle = false;
      throw new AnswerLostException("The simulated network lost the answer to a settle.");
    }
    return results;
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
    session.requireAlive();
    return store.candidates(counter, after, limit);
  }

  @Override
  public List<Subject> subjects(Counter counter, @Nullable Subject after, int limit) {
    session.requireAlive();
    return store.subjects(counter, after, limit);
  }

  @Override
  public void mark(Counter counter, Collection<Subject> subjects) {
    session.requireAlive();
    store.mark(counter, subjects);
    auditor.markedByHand(subjects);
  }

  @Override
  public void forget(Counter counter, Subject subject, Instant until) {
    session.requireAlive();
    store.forget(counter, subject, until);
    auditor.forgotten(subject, until);
  }

  @Override
  public boolean hold(Counter counter, Subject subject, long amount) {
    session.requireAlive();
    boolean held = store.hold(counter, subject, amount);
    auditor.held(subject, amount, held);
    return held;
  }

  @Override
  public boolean release(Counter counter, Subject subject) {
    session.requireAlive();
    boolean released = store.release(counter, subject);
    auditor.released(subject, released);
    return released;
  }

  @Override
  public Progress progress(Counter counter) {
    session.requireAlive();
    return store.progress(counter);
  }

  @Override
  public void saveProgress(Counter counter, Progress progress) {
    session.requireAlive();
    store.saveProgress(counter, progress);
  }

  @Override
  public void close() {
    // The store outlives its users.
  }
}
