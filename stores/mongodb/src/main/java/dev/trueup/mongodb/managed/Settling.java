package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.store.Head;
import dev.trueup.store.Settlement;
import dev.trueup.store.Settlement.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Installs bases, each in three steps of which the first alone decides. The head is compared and
 * set, and left marked; what is inside goes; the mark goes last, if nobody marked since. Whoever
 * dies in between leaves the subject marked, and cells that are inside and count in no reading.
 */
final class Settling {
  /** So many subjects are cleaned together: their changes are in memory at once. */
  private static final int TOGETHER_MAX = 50;

  private final DocumentDatabase database;
  private final CounterDocuments counters;
  private final HeadDocuments heads;
  private final ShardDocuments shards;
  private final Dropping dropping;

  Settling(
      DocumentDatabase database,
      CounterDocuments counters,
      HeadDocuments heads,
      ShardDocuments shards,
      Dropping dropping) {
    this.database = database;
    this.counters = counters;
    this.heads = heads;
    this.shards = shards;
    this.dropping = dropping;
  }

  /** A base that is in place. */
  private record Installed(Settlement settlement, HeadDocuments.Position position) {}

  List<Result> settle(Counter counter, List<Settlement> settlements) {
    List<Result> results = new ArrayList<>(settlements.size());
    for (int from = 0; from < settlements.size(); from += TOGETHER_MAX) {
      int to = Math.min(settlements.size(), from + TOGETHER_MAX);
      results.addAll(settlePart(counter, settlements.subList(from, to)));
    }
    return results;
  }

  private List<Result> settlePart(Counter counter, List<Settlement> part) {
    Instant acceptingSince = counters.enabled(counter).acceptingSince();
    Map<Subject, Head> seen =
        heads.find(counter, part.stream().map(Settlement::subject).distinct().toList());
    Instant now = database.now();
    List<Result> results = new ArrayList<>(part.size());
    Map<Subject, Installed> installed = new HashMap<>();
    for (Settlement settlement : part) {
      Head head = seen.get(settlement.subject());
      Result result = settlement.permittedOver(head, acceptingSince, now);
      if (result == Result.INSTALLED) {
        Installed one = install(counter, settlement, head, now);
        if (one == null) {
          result = Result.RACE_LOST;
        } else {
          installed.put(settlement.subject(), one);
        }
      }
      results.add(result);
    }
    clean(counter, installed);
    return results;
  }

  private @Nullable Installed install(
      Counter counter, Settlement settlement, @Nullable Head head, Instant now) {
    Head.Base base = new Head.Base(settlement.truth(), settlement.watermark(), now);
    HeadDocuments.Position position =
        heads.install(counter, settlement.subject(), head, settlement.observedMark(), base);
    if (position == null) {
      database.retryCounts().race();
      return null;
    }
    return new Installed(settlement, position);
  }

  private void clean(Counter counter, Map<Subject, Installed> installed) {
    Map<Subject, List<Change>> dropped = new HashMap<>();
    Map<Subject, Boolean> left = new HashMap<>();
    for (Shard shard : shards.ofSubjects(counter, installed.keySet(), true)) {
      Installed one = installed.get(shard.subject());
      if (one != null) {
        List<Change> gone = dropping.inside(counter, shard, one.settlement().watermark());
        if (gone == null) {
          left.put(shard.subject(), true);
        } else {
          dropped.computeIfAbsent(shard.subject(), subject -> new ArrayList<>()).addAll(gone);
        }
      }
    }
    List<HeadDocuments.Clearing> clearings = new ArrayList<>();
    installed.forEach(
        (subject, one) -> {
          boolean marked =
              left.containsKey(subject)
                  || one.settlement()
                      .leavesMarked(
                          counter, dropped.getOrDefault(subject, List.of()), one.position().mark());
          if (!marked) {
            clearings.add(new HeadDocuments.Clearing(subject, one.position()));
          }
        });
    heads.clearMarks(counter, clearings);
  }
}
