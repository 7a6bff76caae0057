package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.BadRequestException;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Heads, cells and ids of managed counters in Redis 6.2 or newer, single or cluster.
 *
 * <p>Stored shape: see {@link Keys} for the names and {@link StoredHead} for the fields. Whatever
 * is written to a subject is written by one script, which first compares what the decision was made
 * by: the marker of its bucket and the version of its head. Reads take no script where one command
 * answers as of one moment.
 *
 * <p>A Redis that lost its memory has no markers: the bucket is enabled again, from that moment on,
 * before anything is written to it, and what was there has no base. Records of repairs are kept
 * elsewhere.
 */
public final class RedisCounterStore implements CounterStore {
  private final Redis redis;
  private final Markers markers;
  private final Acceptance acceptance;
  private final Settling settling;
  private final HeadEdits edits;
  private final Listing listing;

  /**
   * @param redis stays the caller's: closing the store does not close it
   * @param random where the versions of new heads come from; it has to differ between processes
   * @throws BadRequestException if the server may evict keys
   */
  public RedisCounterStore(Redis redis, RandomGenerator random) {
    redis.requireNoEviction();
    this.redis = redis;
    this.markers = new Markers(redis);
    this.acceptance = new Acceptance(redis, markers);
    this.settling = new Settling(redis, markers, random);
    this.edits = new HeadEdits(redis, markers, random);
    this.listing = new Listing(redis);
  }

  @Override
  public Instant now() {
    Call call = new Call(Scripts.NOW, List.of(Keys.CLOCK), List.of());
    return Texts.time(redis.run("tell the time", false, List.of(call)).get(0).texts());
  }

  @Override
  public void enable(Counter counter) {
    markers.enable(counter);
  }

  /** Whether the counter was enabled here, by whichever process. Asking enables nothing. */
  public boolean isEnabled(Counter counter) {
    return markers.isEnabled(counter);
  }

  @Override
  public Instant acceptingSince(Counter counter) {
    return markers.acceptingSince(counter);
  }

  @Override
  public List<Outcome> accept(Counter counter, List<Change> batch, boolean withReading) {
    requireSize(batch, "changes");
    for (Change change : batch) {
      if (!change.counter().equals(counter.name())) {
        throw new BadRequestException(
            "Change " + change.id() + " of " + change.counter() + " was sent to " + counter.name());
      }
    }
    return acceptance.accept(counter, batch, withReading);
  }

  @Override
  public Map<Subject, StoredSubject> read(Counter counter, Collection<Subject> subjects) {
    markers.requireEnabled(counter);
    List<Subject> distinct = distinct(subjects);
    List<Redis.Question<Map<String, String>>> questions = new ArrayList<>();
    for (Subject subject : distinct) {
      String key = Keys.head(counter, subject);
      questions.add(commands -> commands.hgetall(key));
    }
    List<StoredHead> found =
        redis.askAll(
            "read " + counter.name(),
            questions,
            (Map<String, String> fields) -> StoredHead.of(fields));
    Map<Subject, StoredSubject> stored = new HashMap<>();
    for (int at = 0; at < distinct.size(); at++) {
      StoredHead one = found.get(at);
      if (one.head() != null || !one.cells().isEmpty()) {
        stored.put(distinct.get(at), new StoredSubject(one.head(), one.cells()));
      }
    }
    return stored;
  }

  @Override
  public Map<Subject, Head> heads(Counter counter, Collection<Subject> subjects) {
    Map<Subject, Head> heads = new HashMap<>();
    read(counter, subjects)
        .forEach(
            (subject, stored) -> {
              Head head = stored.head();
              if (head != null) {
                heads.put(subject, head);
              }
            });
    return heads;
  }

  @Override
  public Map<Subject, RecordedSubject> examine(Counter counter, Collection<Subject> subjects) {
    markers.requireEnabled(counter);
    Map<Subject, RecordedSubject> recorded = new HashMap<>();
    SubjectLook.at(redis, "examine " + counter.name(), counter, distinct(subjects))
        .forEach(
            (subject, look) -> {
              if (!look.isUnknown()) {
                recorded.put(subject, look.toRecorded());
              }
            });
    return recorded;
  }

  @Override
  public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
    requireSize(settlements, "settlements");
    return settling.settle(counter, settlements);
  }

  /** Never: the record is where memory is not lost. */
  @Override
  public boolean keepsRepairLog() {
    return false;
  }

  @Override
  public boolean mayLoseMemory() {
    return true;
  }

  @Override
  public List<Subject> candidates(Counter counter, @Nullable Subject after, int limit) {
    markers.requireEnabled(counter);
    return listing.page(counter, Keys::candidates, after, limit);
  }

  @Override
  public List<Subject> subjects(Counter counter, @Nullable Subject after, int limit) {
    markers.requireEnabled(counter);
    return listing.page(counter, Keys::subjects, after, limit);
  }

  @Override
  public void mark(Counter counter, Collection<Subject> subjects) {
    requireSize(subjects, "subjects");
    edits.mark(counter, distinct(subjects));
  }

  @Override
  public void forget(Counter counter, Subject subject, Instant until) {
    edits.forget(counter, subject, until);
  }

  @Override
  public boolean hold(Counter counter, Subject subject, long amount) {
    return edits.hold(counter, subject, amount);
  }

  @Override
  public boolean release(Counter counter, Subject subject) {
    return edits.release(counter, subject);
  }

  /**
   * A pass from before the memory was lost says nothing of the subjects that were lost: then there
   * is none, and the next one looks at all.
   */
  @Override
  public Progress progress(Counter counter) {
    String key = Keys.progress(counter);
    Progress saved =
        redis.ask(
            "read progress of " + counter.name(),
            commands -> commands.hgetall(key).thenApply(ProgressText::of));
    Watermark passedAt = saved.passedAt();
    boolean outlived = passedAt != null && passedAt.factsBefore().isBefore(acceptingSince(counter));
    return outlived ? new Progress(null, saved.sweep(), saved.sweptAt()) : saved;
  }

  @Override
  public void saveProgress(Counter counter, Progress progress) {
    String key = Keys.progress(counter);
    redis.write(
        "save progress of " + counter.name(),
        commands -> commands.hset(key, ProgressText.of(progress)));
  }

  /** The connection stays open; it is the caller's. */
  @Override
  public void close() {}

  private static List<Subject> distinct(Collection<Subject> subjects) {
    return subjects.stream().distinct().toList();
  }

  private static void requireSize(Collection<?> call, String what) {
    if (call.size() > BATCH_MAX) {
      throw new BadRequestException(
          call.size() + " " + what + " in one call are too many; at most " + BATCH_MAX + ".");
    }
  }
}
