package dev.trueup.redis.managed;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The names of keys. A counter is cut into {@value #BUCKETS} buckets; all keys of a bucket carry
 * the same tag and so live in one slot of a cluster, where one script may use them together:
 *
 * <pre>
 * trueup:1:{counter:bucket}:m           marker: since when changes are accepted, and the window
 * trueup:1:{counter:bucket}:h:subject   head and cells
 * trueup:1:{counter:bucket}:i:subject   the changes that the cells are made of, and covered ones
 * trueup:1:{counter:bucket}:s           subjects with a head
 * trueup:1:{counter:bucket}:c           candidates: subjects with cells or a mark
 * trueup:1:{counter}:progress           how far reconciliation has come
 * </pre>
 *
 * The number after {@code trueup} is the version of this layout.
 */
final class Keys {
  static final int BUCKETS = 64;

  /** Whose node's time is the store's clock. */
  static final String CLOCK = "trueup:1:{clock}";

  private Keys() {}

  static int bucketOf(Subject subject) {
    CRC32 sum = new CRC32();
    sum.update(subject.key().getBytes(StandardCharsets.UTF_8));
    return (int) (sum.getValue() % BUCKETS);
  }

  static String marker(Counter counter, int bucket) {
    return bucket(counter, bucket) + "m";
  }

  static String subjects(Counter counter, int bucket) {
    return bucket(counter, bucket) + "s";
  }

  static String candidates(Counter counter, int bucket) {
    return bucket(counter, bucket) + "c";
  }

  static String head(Counter counter, Subject subject) {
    return bucket(counter, bucketOf(subject)) + "h:" + subject.key();
  }

  static String ids(Counter counter, Subject subject) {
    return bucket(counter, bucketOf(subject)) + "i:" + subject.key();
  }

  /** Marker, head and ids: what a look at one subject needs. */
  static List<String> ofLook(Counter counter, Subject subject) {
    return List.of(
        marker(counter, bucketOf(subject)), head(counter, subject), ids(counter, subject));
  }

  /** Marker, head, ids, subjects, candidates: what a write to one subject needs. */
  static List<String> ofWrite(Counter counter, Subject subject) {
    int bucket = bucketOf(subject);
    return List.of(
        marker(counter, bucket),
        head(counter, subject),
        ids(counter, subject),
        subjects(counter, bucket),
        candidates(counter, bucket));
  }

  static String progress(Counter counter) {
    return "trueup:1:{" + counter.name() + "}:progress";
  }

  private static String bucket(Counter counter, int bucket) {
    return "trueup:1:{" + counter.name() + ":" + bucket + "}:";
  }
}
