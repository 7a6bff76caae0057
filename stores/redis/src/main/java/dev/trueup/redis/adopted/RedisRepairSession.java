package dev.trueup.redis.adopted;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.Correction.Outcome;
import dev.trueup.adopted.Correction.Result;
import dev.trueup.adopted.Sample;
import dev.trueup.counter.Subject;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import dev.trueup.redis.Script;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Measures and corrects; each number is compared and corrected in one script. For one thread. */
final class RedisRepairSession implements AdoptedPlace.RepairSession {
  private static final Script CORRECT =
      Script.of(Script.resource(RedisRepairSession.class, "correct.lua"), true);

  private final String counter;
  private final Redis redis;
  private final KeyPattern pattern;
  private final RedisAdoptedPlace place;
  private final RedisLease lease;

  RedisRepairSession(
      String counter, Redis redis, KeyPattern pattern, RedisAdoptedPlace place, RedisLease lease) {
    this.counter = counter;
    this.redis = redis;
    this.pattern = pattern;
    this.place = place;
    this.lease = lease;
  }

  @Override
  public List<Sample> sample(Collection<Subject> subjects) {
    lease.require();
    return place.samples(subjects).stream().filter(Sample::present).toList();
  }

  @Override
  public boolean recordsTogether() {
    return false;
  }

  @Override
  public List<Result> correct(List<Correction> corrections, Correction.Recorder recorder) {
    lease.require();
    List<Call> calls = new ArrayList<>();
    List<@Nullable Result> refusals = new ArrayList<>();
    for (Correction correction : corrections) {
      Result refusal = refusal(correction);
      refusals.add(refusal);
      if (refusal == null) {
        calls.add(call(correction));
      }
    }
    List<Reply> replies = redis.run("correct " + counter, false, calls);
    List<Result> results = new ArrayList<>();
    int next = 0;
    for (Result refusal : refusals) {
      results.add(refusal != null ? refusal : result(replies.get(next++)));
    }
    return results;
  }

  private static @Nullable Result refusal(Correction correction) {
    boolean whole = correction.amount().stripTrailingZeros().scale() <= 0;
    return whole
        ? null
        : new Result(
            Outcome.REFUSED,
            "a whole number is needed, and " + correction.amount().toPlainString() + " is none");
  }

  private Call call(Correction correction) {
    String what =
        switch (correction.kind()) {
          case ADD -> "add";
          case SET_NULL -> "set";
          case RESTORE_NULL -> "unset";
        };
    String amount = whole(correction.amount());
    String expected =
        switch (correction.kind()) {
          case ADD -> correction.sampled() == null ? "" : correction.sampled();
          case SET_NULL -> "";
          case RESTORE_NULL -> amount;
        };
    return new Call(
        CORRECT,
        List.of(pattern.keyOf(correction.subject())),
        List.of(pattern.fieldOf(correction.subject()), what, expected, amount));
  }

  private static String whole(BigDecimal amount) {
    return amount.stripTrailingZeros().setScale(0).toPlainString();
  }

  private static Result result(Reply reply) {
    return reply.word().equals("written")
        ? Result.WRITTEN
        : new Result(Outcome.valueOf(reply.word().toUpperCase(Locale.ROOT)), reply.text(1));
  }

  @Override
  public void close() {
    lease.close();
  }
}
