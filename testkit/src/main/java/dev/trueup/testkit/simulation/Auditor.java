package dev.trueup.testkit.simulation;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.store.Settlement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps books of its own about what the store was asked and what it answered, and knows from them
 * what every answer and every reading has to be. It counts in plain numbers and shares no code with
 * what it audits.
 */
final class Auditor {
  final Settings settings;
  final RareCounts rare;
  final Trace trace;
  final Map<Subject, AuditedSubject> subjects = new HashMap<>();

  /** Subjects that a call was about since the last check. */
  final Set<Subject> touched = new HashSet<>();

  private final Map<Change, Sent> sent = new HashMap<>();
  private final AuditedSettles settles;
  private final Clocks clocks;
  private final Agenda agenda;
  private long epochs;
  long acceptingSince;

  Auditor(Settings settings, Clocks clocks, Agenda agenda, RareCounts rare, Trace trace) {
    this.settings = settings;
    this.clocks = clocks;
    this.agenda = agenda;
    this.rare = rare;
    this.trace = trace;
    this.settles = new AuditedSettles(this);
    this.acceptingSince = clocks.store();
    for (Subject subject : Subjects.first(settings.subjects())) {
      subjects.put(subject, new AuditedSubject());
    }
  }

  /** The books of a subject that a call is about. */
  AuditedSubject touch(Subject subject) {
    touched.add(subject);
    return of(subject);
  }

  AuditedSubject of(Subject subject) {
    return Objects.requireNonNull(subjects.get(subject));
  }

  long newEpoch() {
    return ++epochs;
  }

  long now() {
    return agenda.now();
  }

  long storeNow() {
    return clocks.store();
  }

  /** Announces a change before it is sent for the first time. */
  void announce(Sent announced) {
    sent.put(announced.change, announced);
  }

  Sent find(Change change) {
    return Objects.requireNonNull(sent.get(change), "a change that was never sent");
  }

  /** A fact of the subject was committed. */
  void committed(int subject) {
    of(Subjects.of(subject)).committedAt = agenda.now();
  }

  /** A change that will never arrive, or arrives where it is refused for good. */
  void lost(Sent.Effect effect) {
    of(Subjects.of(effect.subject)).lost.add(effect);
  }

  void accepted(List<Change> changes, List<Outcome> outcomes, boolean withReading) {
    if (outcomes.size() != changes.size()) {
      throw new Violation("I5", outcomes.size() + " outcomes for " + changes.size() + " changes");
    }
    for (int i = 0; i < changes.size(); i++) {
      Sent change = find(changes.get(i));
      AuditedSubject subject = touch(change.change.subject());
      Expected expected = expect(subject, change);
      Outcome outcome = outcomes.get(i);
      if (trace.isOn()) {
        trace.line(
            "accept "
                + change.change.subject()
                + " "
                + change.change.id()
                + " "
                + change.change.amount()
                + " fact "
                + AuditedChecks.time(change.factAt)
                + " -> "
                + outcome.kind());
      }
      if (outcome.kind() != expected.kind || outcome.rejection() != expected.rejection) {
        throw new Violation(
            expected.kind == Outcome.Kind.DUPLICATE ? "I3" : "I4",
            "change "
                + change.change.id()
                + " of "
                + change.change.subject()
                + " was answered "
                + outcome.kind()
                + "/"
                + outcome.rejection()
                + " and has to be "
                + expected);
      }
      keep(subject, change, outcome, withReading);
    }
  }

  private record Expected(Outcome.Kind kind, Outcome.@Nullable Rejection rejection) {
    static Expected of(Outcome.Kind kind) {
      return new Expected(kind, null);
    }
  }

  private Expected expect(AuditedSubject subject, Sent change) {
    long now = storeNow();
    if (subject.forgottenUntil != World.NONE && now < subject.forgottenUntil) {
      return new Expected(Outcome.Kind.REJECTED, Outcome.Rejection.FORGOTTEN);
    }
    if (change.occurredAt > now + settings.settle() || change.factAt > now + settings.settle()) {
      return new Expected(Outcome.Kind.REJECTED, Outcome.Rejection.IN_THE_FUTURE);
    }
    if (subject.inside(change)) {
      return Expected.of(Outcome.Kind.COVERED);
    }
    Sent known = subject.live.get(change.change.id());
    if (known == null) {
      return Expected.of(Outcome.Kind.APPLIED);
    }
    boolean same =
        known.change.amount() == change.change.amount()
            && known.occurredAt == change.occurredAt
            && known.factAt == change.factAt;
    return same
        ? Expected.of(Outcome.Kind.DUPLICATE)
        : new Expected(Outcome.Kind.REJECTED, Outcome.Rejection.OTHER_CHANGE_SAME_ID);
  }

  private void keep(AuditedSubject subject, Sent change, Outcome outcome, boolean withReading) {
    switch (outcome.kind()) {
      case APPLIED -> {
        subject.add(change);
        if (change.effect.live > 1) {
          throw new Violation("I3", "the effect of change " + change.change.id() + " counts twice");
        }
        change.applied = true;
        took(subject, change);
        if (change.factWindow > change.eventWindow) {
          rare.add(RareEvent.FACT_WINDOW_AFTER_EVENT_WINDOW);
        }
        if (withReading) {
          checkReading(subject, outcome.reading());
        }
      }
      case COVERED -> {
        subject.marked = true;
        subject.marks++;
        took(subject, change);
        rare.add(RareEvent.COVERED);
        if (change.answerLost) {
          rare.add(RareEvent.COVERED_AFTER_LOST_ANSWER);
        }
        if (change.applied) {
          rare.add(RareEvent.COVERED_AFTER_APPLIED_AND_SETTLED);
        }
      }
      case DUPLICATE ->
          rare.add(change.answerLost ? RareEvent.DUPLICATE_AFTER_LOST_ANSWER : RareEvent.DUPLICATE);
      case REJECTED -> {
        rare.add(
            switch (Objects.requireNonNull(outcome.rejection())) {
              case FORGOTTEN -> RareEvent.REJECTED_FORGOTTEN;
              case IN_THE_FUTURE -> RareEvent.REJECTED_FUTURE;
              default -> RareEvent.REJECTED_OTHER_CHANGE_SAME_ID;
            });
        if (!change.effect.accepted) {
          lost(change.effect);
        }
      }
      case UNKNOWN -> throw new Violation("I5", "a store cannot answer UNKNOWN");
    }
  }

  private void took(AuditedSubject subject, Sent change) {
    change.effect.accepted = true;
    subject.acceptedAt = agenda.now();
    if (change.effect.operation.committedAt > subject.observedAt) {
      subject.unseen.add(change);
    }
  }

  private void checkReading(AuditedSubject subject, @Nullable Reading reading) {
    rare.add(RareEvent.READING_RIGHT_AFTER);
    if ((reading != null) != subject.hasBase) {
      throw new Violation("I7", "a reading with the change: " + reading);
    }
    if (reading != null && reading.value() != subject.reading()) {
      throw new Violation(
          "I4", "the reading right after is " + reading.value() + ", not " + subject.reading());
    }
  }

  void answerLost(List<Change> changes) {
    changes.forEach(change -> find(change).answerLost = true);
  }

  void headsRead(Session session, Collection<Subject> read) {
    for (Subject subject : read) {
      AuditedSubject known = of(subject);
      session.headRead(subject, known.epoch, known.marks);
    }
  }

  void examined(Session session, Collection<Subject> read) {
    for (Subject subject : read) {
      session.examined(subject, List.copyOf(of(subject).live.values()));
    }
  }

  void settled(Session session, List<Settlement> settlements, List<Settlement.Result> results) {
    settles.settled(session, settlements, results);
  }

  void markedByHand(Collection<Subject> marked) {
    for (Subject subject : marked) {
      AuditedSubject known = touch(subject);
      known.marked = true;
      known.marks++;
      if (known.epoch == 0) {
        known.epoch = newEpoch();
      }
    }
  }

  void forgotten(Subject subject, Instant until) {
    AuditedSubject known = touch(subject);
    clear(known);
    known.forgottenUntil = Agenda.micros(until);
    known.epoch = newEpoch();
  }

  /** What the next base may not have seen either is lost with the rest. */
  private static void clear(AuditedSubject known) {
    known.unseen.forEach(sent -> known.lost.add(sent.effect));
    known.clear();
  }

  void held(Subject subject, long amount, boolean held) {
    AuditedSubject known = touch(subject);
    if (held != (known.hasBase && !known.held)) {
      throw new Violation("I9", "a hold of " + subject + " was answered " + held);
    }
    if (held) {
      known.base += amount;
      known.held = true;
      known.epoch = newEpoch();
    }
  }

  void released(Subject subject, boolean released) {
    AuditedSubject known = touch(subject);
    if (released != known.held) {
      throw new Violation("I9", "a release of " + subject + " was answered " + released);
    }
    if (released) {
      known.held = false;
      known.marked = true;
      known.marks++;
      known.epoch = newEpoch();
    }
  }

  /** The store lost its memory and accepts changes anew. */
  void wiped() {
    acceptingSince = storeNow();
    touched.addAll(subjects.keySet());
    for (AuditedSubject known : subjects.values()) {
      clear(known);
      known.epoch = 0;
      known.forgottenUntil = World.NONE;
      known.marks = 0;
      known.versionEpoch = -1;
    }
    List<Sent> all = new ArrayList<>(sent.values());
    all.forEach(one -> one.applied = false);
  }
}
