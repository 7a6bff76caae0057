package dev.trueup.redis.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import dev.trueup.store.Head;
import dev.trueup.store.Settlement;
import dev.trueup.store.Settlement.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Installs bases. Each is permitted by what is read of its subject; the script then installs it if
 * neither the head nor what is inside has moved since, and otherwise nothing, and it is read again.
 */
final class Settling {
  private static final int SUBJECTS_MAX = 100;
  private static final int CHANGES_MAX = 20_000;
  private static final int ATTEMPTS_MAX = 32;

  private final Redis redis;
  private final Markers markers;
  private final RandomGenerator random;

  Settling(Redis redis, Markers markers, RandomGenerator random) {
    this.redis = redis;
    this.markers = markers;
    this.random = random;
  }

  List<Result> settle(Counter counter, List<Settlement> settlements) {
    @Nullable Result[] results = new Result[settlements.size()];
    boolean begun = false;
    int from = 0;
    while (from < settlements.size()) {
      int to = partEnd(settlements, from);
      List<Integer> pending = new ArrayList<>();
      for (int at = from; at < to; at++) {
        pending.add(at);
      }
      for (int attempt = 1; !pending.isEmpty(); attempt++) {
        if (attempt > ATTEMPTS_MAX) {
          throw tooBusy(counter, begun);
        }
        pending = attempt(counter, settlements, pending, results, begun);
        begun |= Arrays.stream(results).anyMatch(Result.INSTALLED::equals);
      }
      from = to;
    }
    List<Result> all = new ArrayList<>();
    for (Result result : results) {
      all.add(result == null ? Result.RACE_LOST : result);
    }
    return all;
  }

  /** A part is bounded in subjects and in changes, and no subject is in it twice. */
  private static int partEnd(List<Settlement> settlements, int from) {
    Set<Subject> subjects = new HashSet<>();
    int changes = 0;
    int to = from;
    while (to < settlements.size()
        && subjects.size() < SUBJECTS_MAX
        && (to == from || changes + settlements.get(to).judged().size() <= CHANGES_MAX)
        && subjects.add(settlements.get(to).subject())) {
      changes += settlements.get(to).judged().size();
      to++;
    }
    return to;
  }

  /** Tries each once; the places of those whose subjects moved meanwhile. */
  private List<Integer> attempt(
      Counter counter,
      List<Settlement> settlements,
      List<Integer> pending,
      @Nullable Result[] results,
      boolean begun) {
    String doing = "settle " + counter.name();
    List<Subject> subjects = pending.stream().map(at -> settlements.get(at).subject()).toList();
    Map<Subject, SubjectLook> looks = SubjectLook.at(redis, doing, counter, subjects);
    List<Integer> places = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    for (int at : pending) {
      Settlement settlement = settlements.get(at);
      SubjectLook look = looks.get(settlement.subject());
      if (look == null) {
        continue;
      }
      int bucket = Keys.bucketOf(settlement.subject());
      markers.found(counter, bucket, look.marker());
      Marker marker = markers.of(counter, bucket);
      Result result = settlement.permittedOver(look.stored().head(), marker.since(), look.now());
      if (result == Result.INSTALLED) {
        places.add(at);
        calls.add(call(counter, settlement, look, marker));
      } else {
        results[at] = result;
      }
    }
    List<Reply> replies = redis.run(doing, begun, calls);
    List<Integer> again = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      if (replies.get(i).word().equals("done")) {
        results[places.get(i)] = Result.INSTALLED;
      } else {
        again.add(places.get(i));
      }
    }
    return again;
  }

  private Call call(Counter counter, Settlement settlement, SubjectLook look, Marker marker) {
    Watermark watermark = settlement.watermark();
    List<Change> dropped =
        look.changes().stream().filter(change -> watermark.covers(counter.cellOf(change))).toList();
    Head head = look.stored().head();
    long version = head == null ? random.nextLong() >>> 2 : head.version() + 1;
    List<String> arguments = new ArrayList<>();
    arguments.add(marker.text());
    arguments.add(look.stored().version());
    arguments.add(Long.toString(settlement.observedMark()));
    // Whether the mark is still the observed one is known by the script alone.
    arguments.add(settlement.leavesMarked(counter, dropped, settlement.observedMark()) ? "1" : "0");
    arguments.add(Texts.of(watermark.factsBefore()));
    arguments.add(Texts.of(watermark.eventsBefore()));
    arguments.add(settlement.subject().key());
    arguments.add(Long.toString(version));
    arguments.add(Long.toString(settlement.truth()));
    arguments.add(Texts.of(look.now()));
    List<String> inside = new ArrayList<>();
    look.stored()
        .counts()
        .forEach(
            (Cell cell, String count) -> {
              if (watermark.covers(cell)) {
                inside.add(Texts.of(cell));
                inside.add(count);
              }
            });
    arguments.add(Integer.toString(inside.size() / 2));
    arguments.addAll(inside);
    dropped.forEach(change -> arguments.add("i" + change.id()));
    return new Call(Scripts.SETTLE, Keys.ofWrite(counter, settlement.subject()), arguments);
  }

  private RuntimeException tooBusy(Counter counter, boolean begun) {
    String message =
        "A subject of "
            + counter.name()
            + " in "
            + redis.place()
            + " moved "
            + ATTEMPTS_MAX
            + " times while a base was prepared for it. It is taken by the next pass.";
    return begun ? new AnswerLostException(message) : new UnavailableException(message);
  }
}
