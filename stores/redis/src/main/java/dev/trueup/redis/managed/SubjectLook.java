package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import dev.trueup.store.RecordedSubject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that is kept of a subject, as of one moment.
 *
 * @param now the time of the node that keeps it
 * @param marker the marker of its bucket; empty where there is none
 * @param stored head and cells
 * @param changes the recorded changes
 * @param covered the covered ones
 */
record SubjectLook(
    Instant now, String marker, StoredHead stored, List<Change> changes, List<Change> covered) {

  /** Looks at many subjects side by side, each as of one moment of its own. */
  static Map<Subject, SubjectLook> at(
      Redis redis, String doing, Counter counter, List<Subject> subjects) {
    List<Call> calls = new ArrayList<>();
    for (Subject subject : subjects) {
      calls.add(new Call(Scripts.LOOK, Keys.ofLook(counter, subject), List.of()));
    }
    List<Reply> replies = redis.run(doing, false, calls);
    Map<Subject, SubjectLook> looks = new LinkedHashMap<>();
    for (int at = 0; at < replies.size(); at++) {
      looks.put(subjects.get(at), of(counter, subjects.get(at), replies.get(at)));
    }
    return looks;
  }

  private static SubjectLook of(Counter counter, Subject subject, Reply reply) {
    List<Change> changes = new ArrayList<>();
    List<Change> covered = new ArrayList<>();
    reply
        .fields(4)
        .forEach(
            (field, text) -> {
              if (field.charAt(0) == 'i') {
                changes.add(Texts.change(counter.name(), subject, field.substring(1), text));
              } else {
                covered.add(Texts.changeWithId(counter.name(), subject, text));
              }
            });
    return new SubjectLook(
        Texts.time(reply.texts(1)),
        reply.text(2),
        StoredHead.of(reply.fields(3)),
        changes,
        covered);
  }

  boolean isUnknown() {
    return stored.head() == null && stored.cells().isEmpty() && changes.isEmpty();
  }

  RecordedSubject toRecorded() {
    return new RecordedSubject(stored.head(), changes, covered);
  }
}
