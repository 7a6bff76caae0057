package dev.trueup.redis.managed;

import dev.trueup.counter.Counter;
import dev.trueup.error.BadRequestException;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The markers of the counters that this store has enabled. Every script names the marker that it
 * was prepared for, so that a bucket that lost its memory is noticed before anything is written to
 * it. Thread-safe.
 */
final class Markers {
  private static final Logger LOG = LoggerFactory.getLogger(Markers.class);

  private final Redis redis;
  private final Map<String, Enabled> enabled = new ConcurrentHashMap<>();

  /** A counter: its markers, and for each bucket a time that its clock has surely reached. */
  private static final class Enabled {
    final AtomicReferenceArray<Marker> markers = new AtomicReferenceArray<>(Keys.BUCKETS);
    final AtomicReferenceArray<Instant> reached = new AtomicReferenceArray<>(Keys.BUCKETS);

    void put(int bucket, Marker marker) {
      markers.set(bucket, marker);
      reached(bucket, marker.since());
    }

    void reached(int bucket, Instant now) {
      reached.accumulateAndGet(
          bucket, now, (old, other) -> old == null || other.isAfter(old) ? other : old);
    }
  }

  Markers(Redis redis) {
    this.redis = redis;
  }

  void enable(Counter counter) {
    Enabled known = new Enabled();
    List<Integer> otherWindows = new ArrayList<>();
    List<String> texts = makeSure(counter);
    for (int bucket = 0; bucket < Keys.BUCKETS; bucket++) {
      Marker marker = Marker.of(texts.get(bucket));
      known.put(bucket, marker);
      if (marker.windowMillis() != windowMillis(counter)) {
        otherWindows.add(bucket);
      }
    }
    if (!otherWindows.isEmpty()) {
      changeWindows(counter, known, otherWindows);
    }
    enabled.put(counter.name(), known);
  }

  /** Sets the markers that are not there; every marker as it stands then. */
  private List<String> makeSure(Counter counter) {
    List<Call> calls = new ArrayList<>();
    for (int bucket = 0; bucket < Keys.BUCKETS; bucket++) {
      calls.add(
          new Call(
              Scripts.ENABLE,
              List.of(Keys.marker(counter, bucket)),
              List.of(Long.toString(windowMillis(counter)))));
    }
    return redis.run("enable counter " + counter.name(), false, calls).stream()
        .map(reply -> reply.text(1))
        .toList();
  }

  /** Without cells nothing is lost: what straddles a watermark is COVERED, and recounted. */
  private void changeWindows(Counter counter, Enabled known, List<Integer> buckets) {
    for (int bucket : buckets) {
      Marker old = known.markers.get(bucket);
      Call call =
          new Call(
              Scripts.REWINDOW,
              List.of(Keys.marker(counter, bucket), Keys.candidates(counter, bucket)),
              List.of(old.text(), old.withWindow(windowMillis(counter)).text()));
      Reply reply = redis.run("enable counter " + counter.name(), true, List.of(call)).get(0);
      if (!reply.word().equals("marker")) {
        throw new BadRequestException(
            "Counter "
                + counter.name()
                + " holds changes in windows of "
                + old.windowMillis()
                + " ms in "
                + redis.place()
                + ". Keep that size, or let a full pass settle every change while nothing writes,"
                + " then change it to "
                + windowMillis(counter)
                + " ms.");
      }
      known.put(bucket, Marker.of(reply.text(1)));
    }
  }

  /** The marker of a bucket, as far as this store knows. */
  Marker of(Counter counter, int bucket) {
    return require(counter).markers.get(bucket);
  }

  /** A time that the clock of a bucket has surely reached. */
  Instant reached(Counter counter, int bucket) {
    return require(counter).reached.get(bucket);
  }

  /** Takes in what a script saw: its node's time, and the marker that it found. */
  void saw(Counter counter, int bucket, Instant now) {
    require(counter).reached(bucket, now);
  }

  /**
   * Takes in the marker that stands now. Where there is none the bucket has lost its memory: all
   * changes are accepted again from here on, and the first bases have to reach past this moment.
   *
   * @throws BadRequestException if another process uses windows of another size
   */
  void found(Counter counter, int bucket, String text) {
    Enabled known = require(counter);
    if (text.equals(known.markers.get(bucket).text())) {
      return;
    }
    if (text.isEmpty()) {
      renew(counter, known);
    } else {
      known.put(bucket, inTheSameWindows(counter, Marker.of(text)));
    }
  }

  private void renew(Counter counter, Enabled known) {
    int lost = 0;
    Instant latest = Instant.EPOCH;
    List<String> texts = makeSure(counter);
    for (int bucket = 0; bucket < Keys.BUCKETS; bucket++) {
      Marker marker = inTheSameWindows(counter, Marker.of(texts.get(bucket)));
      if (!marker.text().equals(known.markers.get(bucket).text())) {
        lost++;
        latest = marker.since().isAfter(latest) ? marker.since() : latest;
        known.put(bucket, marker);
      }
    }
    // Another thread may have been first, and has told.
    if (lost > 0) {
      LOG.warn(
          "{} lost its memory of {} of {} parts of {}. Their readings come from the source until a"
              + " pass reaches past {}.",
          redis.place(),
          lost,
          Keys.BUCKETS,
          counter.name(),
          latest);
    }
  }

  private Marker inTheSameWindows(Counter counter, Marker marker) {
    if (marker.windowMillis() != windowMillis(counter)) {
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " is kept in windows of "
              + marker.windowMillis()
              + " ms in "
              + redis.place()
              + ", and is used here with windows of "
              + windowMillis(counter)
              + " ms. Every process has to use the same.");
    }
    return marker;
  }

  /** The latest of all buckets: before it, some change may not have been accepted. */
  Instant acceptingSince(Counter counter) {
    refresh(counter);
    Enabled known = require(counter);
    Instant latest = known.markers.get(0).since();
    for (int bucket = 1; bucket < Keys.BUCKETS; bucket++) {
      Instant since = known.markers.get(bucket).since();
      latest = since.isAfter(latest) ? since : latest;
    }
    return latest;
  }

  /** Looks at every marker, and renews those that are gone. */
  private void refresh(Counter counter) {
    require(counter);
    List<String> texts = texts(counter);
    if (texts.contains("")) {
      renew(counter, require(counter));
      return;
    }
    for (int bucket = 0; bucket < Keys.BUCKETS; bucket++) {
      found(counter, bucket, texts.get(bucket));
    }
  }

  private List<String> texts(Counter counter) {
    List<Redis.Question<String>> questions = new ArrayList<>();
    for (int bucket = 0; bucket < Keys.BUCKETS; bucket++) {
      String key = Keys.marker(counter, bucket);
      // GETRANGE answers an empty text where there is no key.
      questions.add(commands -> commands.getrange(key, 0, -1));
    }
    return redis.askAll("look up counter " + counter.name(), questions, (String text) -> text);
  }

  boolean isEnabled(Counter counter) {
    return enabled.containsKey(counter.name()) || !texts(counter).contains("");
  }

  /** Refuses a counter that this store was never told to enable. */
  void requireEnabled(Counter counter) {
    require(counter);
  }

  private Enabled require(Counter counter) {
    @Nullable Enabled known = enabled.get(counter.name());
    return known != null ? known : adopt(counter);
  }

  /** A counter that another store enabled is known here as soon as it is used. */
  private Enabled adopt(Counter counter) {
    Enabled known = new Enabled();
    List<String> texts = texts(counter);
    for (int bucket = 0; bucket < Keys.BUCKETS; bucket++) {
      String text = texts.get(bucket);
      if (text.isEmpty()) {
        throw new BadRequestException(
            "Counter "
                + counter.name()
                + " was never enabled in "
                + redis.place()
                + ", or its memory was lost. Enable it first; it is recounted from then on.");
      }
      known.put(bucket, Marker.of(text));
    }
    Enabled before = enabled.putIfAbsent(counter.name(), known);
    return before == null ? known : before;
  }

  private static long windowMillis(Counter counter) {
    return counter.windows().size().toMillis();
  }
}
