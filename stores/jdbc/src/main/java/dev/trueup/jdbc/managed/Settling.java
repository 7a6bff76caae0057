package dev.trueup.jdbc.managed;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Database;
import dev.trueup.store.Settlement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Cuts settlements into transactions that are short: nobody waits long for a subject's lock. */
final class Settling {
  private static final int SUBJECTS_MAX = 100;
  private static final int CHANGES_MAX = 20_000;

  private final Database database;
  private final Installation installation;

  Settling(Database database, Installation installation) {
    this.database = database;
    this.installation = installation;
  }

  List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
    List<Settlement.Result> results = new ArrayList<>(settlements.size());
    for (List<Settlement> part : parts(settlements)) {
      Map<Subject, Settlement.Result> bySubject =
          database.write(
              "settle " + counter.name(),
              transaction -> installation.settle(transaction, counter, part));
      for (Settlement settlement : part) {
        results.add(bySubject.getOrDefault(settlement.subject(), Settlement.Result.RACE_LOST));
      }
    }
    return results;
  }

  /** Bounded in subjects and in changes, and no subject twice. */
  private static List<List<Settlement>> parts(List<Settlement> settlements) {
    List<List<Settlement>> parts = new ArrayList<>();
    List<Settlement> part = new ArrayList<>();
    Set<Subject> subjects = new HashSet<>();
    int changes = 0;
    for (Settlement settlement : settlements) {
      int more = settlement.judged().size();
      boolean full =
          part.size() == SUBJECTS_MAX
              || (!part.isEmpty() && changes + more > CHANGES_MAX)
              || subjects.contains(settlement.subject());
      if (full) {
        parts.add(part);
        part = new ArrayList<>();
        subjects = new HashSet<>();
        changes = 0;
      }
      part.add(settlement);
      subjects.add(settlement.subject());
      changes += more;
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }
}
