package dev.trueup.redis.managed;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.redis.Redis;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of subjects: bucket by bucket, and by the bytes of their keys within each. */
final class Listing {
  /**
   * How many buckets are asked at once: most pages of a quiet counter take few subjects of each.
   */
  private static final int AT_ONCE = 16;

  private final Redis redis;

  Listing(Redis redis) {
    this.redis = redis;
  }

  /** The name of a bucket's sorted set. */
  interface KeyOf {
    String key(Counter counter, int bucket);
  }

  List<Subject> page(Counter counter, KeyOf keyOf, @Nullable Subject after, int limit) {
    List<Subject> page = new ArrayList<>();
    int bucket = after == null ? 0 : Keys.bucketOf(after);
    @Nullable Subject last = after;
    while (bucket < Keys.BUCKETS && page.size() < limit) {
      int end = Math.min(Keys.BUCKETS, bucket + AT_ONCE);
      int wanted = limit - page.size();
      List<Redis.Question<List<String>>> questions = new ArrayList<>();
      for (int one = bucket; one < end; one++) {
        String key = keyOf.key(counter, one);
        Range<String> range =
            last == null
                ? Range.unbounded()
                : Range.from(Range.Boundary.excluding(last.key()), Range.Boundary.unbounded());
        last = null;
        questions.add(commands -> commands.zrangebylex(key, range, Limit.create(0, wanted)));
      }
      for (List<String> keys :
          redis.askAll("list " + counter.name(), questions, (List<String> found) -> found)) {
        for (String key : keys.subList(0, Math.min(keys.size(), limit - page.size()))) {
          page.add(new Subject(key));
        }
      }
      bucket = end;
    }
    return page;
  }
}
