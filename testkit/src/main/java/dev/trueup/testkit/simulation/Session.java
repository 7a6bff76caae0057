package dev.trueup.testkit.simulation;

import dev.trueup.counter.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reconciler's pass as the auditor sees it: what it read of each subject, and when. The order
 * of its reads is noted here and not taken from what it hands to the store.
 */
final class Session {
  final String name;
  private final Agenda agenda;
  private final Map<Subject, Head> heads = new HashMap<>();
  private final Map<Subject, Count> counts = new HashMap<>();
  private final Map<Subject, Examined> examined = new HashMap<>();
  private boolean dead;

  /** The next settle is carried out and its answer lost. */
  boolean losesNextSettle;

  Session(String name, Agenda agenda) {
    this.name = name;
    this.agenda = agenda;
  }

  /** The head that was read last: which life of the head, and its mark number. */
  record Head(long epoch, long marks) {}

  /** What the source counted, with the head that had been read by then. */
  record Count(long value, long at, long firstReadAt, long lastReadAt, @Nullable Head head) {}

  /** The changes that were recorded when the subject was judged. */
  record Examined(long at, List<Sent> changes) {}

  /** The process is gone: whatever it still tries does not happen. */
  void kill() {
    dead = true;
  }

  void requireAlive() {
    if (dead) {
      throw new SimulatedCrash(name);
    }
  }

  void headRead(Subject subject, long epoch, long marks) {
    heads.put(subject, new Head(epoch, marks));
  }

  void counted(Subject subject, long value, long firstReadAt, long lastReadAt) {
    counts.put(
        subject, new Count(value, agenda.now(), firstReadAt, lastReadAt, heads.get(subject)));
  }

  void examined(Subject subject, List<Sent> changes) {
    examined.put(subject, new Examined(agenda.now(), changes));
  }

  @Nullable Count countOf(Subject subject) {
    return counts.get(subject);
  }

  @Nullable Examined examinedOf(Subject subject) {
    return examined.get(subject);
  }
}
