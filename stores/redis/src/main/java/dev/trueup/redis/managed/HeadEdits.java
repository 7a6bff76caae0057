package dev.trueup.redis.managed;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import dev.trueup.store.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What happens to heads besides settling: marks, holds, releases, tombstones. Thread-safe. */
final class HeadEdits {
  private static final int ATTEMPTS_MAX = 32;

  private final Redis redis;
  private final Markers markers;
  private final RandomGenerator random;

  HeadEdits(Redis redis, Markers markers, RandomGenerator random) {
    this.redis = redis;
    this.markers = markers;
    this.random = random;
  }

  /**
   * What is to be done to a head.
   *
   * @param extra what the script does besides
   * @param set fields and their values
   * @param gone fields that go
   */
  private record Edit(String extra, List<String> set, List<String> gone) {}

  private interface Editor {
    /** The edit for the head that was found; null: there is nothing to do. */
    @Nullable Edit of(@Nullable Head head);
  }

  void mark(Counter counter, List<Subject> subjects) {
    List<Subject> pending = subjects;
    for (int attempt = 1; !pending.isEmpty(); attempt++) {
      List<Call> calls = new ArrayList<>();
      for (Subject subject : pending) {
        String marker = markers.of(counter, Keys.bucketOf(subject)).text();
        calls.add(
            new Call(
                Scripts.MARK,
                Keys.ofWrite(counter, subject),
                List.of(marker, subject.key(), Long.toString(firstVersion()))));
      }
      List<Reply> replies = redis.run("mark subjects of " + counter.name(), attempt > 1, calls);
      List<Subject> again = new ArrayList<>();
      for (int at = 0; at < replies.size(); at++) {
        if (!replies.get(at).word().equals("done")) {
          again.add(pending.get(at));
        }
      }
      if (!again.isEmpty()) {
        requireAttempts(counter, attempt);
        markers.acceptingSince(counter);
      }
      pending = again;
    }
  }

  void forget(Counter counter, Subject subject, Instant until) {
    edit(
        counter,
        subject,
        head -> {
          Instant before = head == null ? null : head.forgottenUntil();
          Instant latest = before != null && before.isAfter(until) ? before : until;
          return new Edit(
              "forget",
              List.of("v", nextVersion(head), "k", "0", "f", Texts.of(latest)),
              List.of("b", "wf", "wb", "at", "d"));
        });
  }

  boolean hold(Counter counter, Subject subject, long amount) {
    return edit(
        counter,
        subject,
        head -> {
          Head.Base base = head == null ? null : head.base();
          if (head == null || base == null || head.held()) {
            return null;
          }
          String sum = Long.toString(sum(counter, base.value(), amount));
          return new Edit("", List.of("v", nextVersion(head), "b", sum, "d", "1"), List.of());
        });
  }

  boolean release(Counter counter, Subject subject) {
    return edit(
        counter,
        subject,
        head ->
            head == null || !head.held()
                ? null
                : new Edit("mark", List.of("v", nextVersion(head)), List.of("d")));
  }

  /** Edits a head if it is still the one that was found; false where there was nothing to do. */
  private boolean edit(Counter counter, Subject subject, Editor editor) {
    String doing = "change the head of a subject of " + counter.name();
    for (int attempt = 1; ; attempt++) {
      SubjectLook look = headOf(counter, subject, doing);
      int bucket = Keys.bucketOf(subject);
      markers.found(counter, bucket, look.marker());
      Edit edit = editor.of(look.stored().head());
      if (edit == null) {
        return false;
      }
      List<String> arguments = new ArrayList<>();
      arguments.add(markers.of(counter, bucket).text());
      arguments.add(look.stored().version());
      arguments.add(subject.key());
      arguments.add(edit.extra());
      arguments.add(Integer.toString(edit.set().size()));
      arguments.addAll(edit.set());
      arguments.addAll(edit.gone());
      Call call = new Call(Scripts.REWRITE, Keys.ofWrite(counter, subject), arguments);
      if (redis.run(doing, false, List.of(call)).get(0).word().equals("done")) {
        return true;
      }
      requireAttempts(counter, attempt);
    }
  }

  private SubjectLook headOf(Counter counter, Subject subject, String doing) {
    Map<Subject, SubjectLook> looks = SubjectLook.at(redis, doing, counter, List.of(subject));
    SubjectLook look = looks.get(subject);
    if (look == null) {
      throw new IllegalStateException("no look at " + subject);
    }
    return look;
  }

  private void requireAttempts(Counter counter, int attempt) {
    if (attempt >= ATTEMPTS_MAX) {
      throw new UnavailableException(
          "A subject of "
              + counter.name()
              + " in "
              + redis.place()
              + " changed "
              + ATTEMPTS_MAX
              + " times while its head was to be changed. Try again.");
    }
  }

  private static long sum(Counter counter, long base, long amount) {
    try {
      return Math.addExact(base, amount);
    } catch (ArithmeticException e) {
      throw new BadRequestException(
          "A base of "
              + base
              + " of "
              + counter.name()
              + " cannot take "
              + amount
              + " more: it would pass 64 bits. Nothing was changed.",
          e);
    }
  }

  private String nextVersion(@Nullable Head head) {
    return Long.toString(head == null ? firstVersion() : head.version() + 1);
  }

  private long firstVersion() {
    return random.nextLong() >>> 2;
  }
}
