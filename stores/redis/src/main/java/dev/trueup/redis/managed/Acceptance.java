package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hot path: one script per subject of a batch, side by side. Where the head is the one that was
 * seen last, that is one trip. Thread-safe.
 */
final class Acceptance {
  /** A script that finds another head than the one it was prepared for is prepared again. */
  private static final int ATTEMPTS_MAX = 32;

  private final Redis redis;
  private final Markers markers;
  private final SeenHeads seen = new SeenHeads();

  Acceptance(Redis redis, Markers markers) {
    this.redis = redis;
    this.markers = markers;
  }

  List<Outcome> accept(Counter counter, List<Change> batch, boolean withReading) {
    Outcome[] outcomes = new Outcome[batch.size()];
    Collection<Group> pending = groups(counter, batch, withReading);
    boolean begun = false;
    for (int attempt = 1; !pending.isEmpty(); attempt++) {
      if (attempt > ATTEMPTS_MAX) {
        throw tooBusy(counter, begun);
      }
      List<Group> waiting = new ArrayList<>();
      List<Call> calls = new ArrayList<>();
      for (Group group : pending) {
        Call call = group.next(markers.of(counter, Keys.bucketOf(group.subject())).text());
        if (call == null) {
          group.finish(outcomes);
        } else {
          waiting.add(group);
          calls.add(call);
        }
      }
      List<Reply> replies = redis.run("accept changes of " + counter.name(), begun, calls);
      List<Group> again = new ArrayList<>();
      Map<Group, String> otherMarkers = new LinkedHashMap<>();
      for (int at = 0; at < replies.size(); at++) {
        Group group = waiting.get(at);
        Reply reply = replies.get(at);
        Instant now = Texts.time(reply.texts(1));
        markers.saw(counter, Keys.bucketOf(group.subject()), now);
        if (reply.word().equals("done")) {
          begun = true;
          group.finish(reply, now, outcomes);
        } else {
          again.add(group);
          StoredHead found = StoredHead.of(reply.fields(3));
          group.look(now, found, reply.texts(4));
          seen.put(Keys.head(counter, group.subject()), found);
          otherMarkers.put(group, reply.text(2));
        }
      }
      for (Map.Entry<Group, String> other : otherMarkers.entrySet()) {
        found(counter, other.getKey().subject(), other.getValue(), begun);
      }
      pending = again;
    }
    return List.copyOf(Arrays.asList(outcomes));
  }

  private void found(Counter counter, Subject subject, String marker, boolean begun) {
    try {
      markers.found(counter, Keys.bucketOf(subject), marker);
    } catch (UnavailableException e) {
      throw begun ? new AnswerLostException(e.getMessage() + " Part of it is done.", e) : e;
    }
  }

  private Collection<Group> groups(Counter counter, List<Change> batch, boolean withReading) {
    Map<Subject, Group> groups = new LinkedHashMap<>();
    for (int place = 0; place < batch.size(); place++) {
      Change change = batch.get(place);
      Subject subject = change.subject();
      Group group = groups.get(subject);
      if (group == null) {
        @Nullable StoredHead last = seen.of(Keys.head(counter, subject));
        group =
            new Group(
                counter,
                subject,
                withReading,
                last == null ? StoredHead.NONE : last,
                markers.reached(counter, Keys.bucketOf(subject)));
        groups.put(subject, group);
      }
      group.add(place, change);
    }
    return groups.values();
  }

  private RuntimeException tooBusy(Counter counter, boolean begun) {
    String message =
        "A subject of "
            + counter.name()
            + " in "
            + redis.place()
            + " changed "
            + ATTEMPTS_MAX
            + " times while changes were prepared for it. Send them again, with the same ids.";
    return begun ? new AnswerLostException(message) : new UnavailableException(message);
  }
}
