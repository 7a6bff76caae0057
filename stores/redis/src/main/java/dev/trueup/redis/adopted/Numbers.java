package dev.trueup.redis.adopted;

import dev.trueup.counter.Subject;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import dev.trueup.redis.Script;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the numbers of an adopted counter, each as of a moment of its own. Thread-safe. */
final class Numbers {
  private static final Script NUMBER =
      Script.of(Script.resource(Numbers.class, "number.lua"), false);

  private final String counter;
  private final Redis redis;
  private final KeyPattern pattern;

  Numbers(String counter, Redis redis, KeyPattern pattern) {
    this.counter = counter;
    this.redis = redis;
    this.pattern = pattern;
  }

  /**
   * What stands where the number should be.
   *
   * @param present whether the subject is there at all
   * @param text as the server shows it; null for a field that its hash does not have
   */
  record Found(boolean present, @Nullable String text) {
    static final Found MISSING = new Found(false, null);
  }

  Map<Subject, Found> of(Collection<Subject> subjects) {
    List<Call> calls = new ArrayList<>();
    for (Subject subject : subjects) {
      calls.add(
          new Call(NUMBER, List.of(pattern.keyOf(subject)), List.of(pattern.fieldOf(subject))));
    }
    List<Reply> replies = redis.run("read " + counter, false, calls);
    Map<Subject, Found> numbers = new LinkedHashMap<>();
    int at = 0;
    for (Subject subject : subjects) {
      numbers.put(subject, number(replies.get(at++)));
    }
    return numbers;
  }

  /** A key of another type holds no number, and a set its size. */
  private static Found number(Reply reply) {
    return switch (reply.word()) {
      case "none" -> Found.MISSING;
      case "null" -> new Found(true, null);
      case "number", "set" -> new Found(true, reply.text(1));
      default -> new Found(true, "(" + reply.text(1) + ")");
    };
  }
}
