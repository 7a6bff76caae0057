package dev.trueup;

import dev.trueup.adopted.Watch;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.StoppedException;
import dev.trueup.jdbc.members.JdbcMemberStore;
import dev.trueup.members.MemberAudit;
import dev.trueup.members.MemberDrift;
import dev.trueup.members.MemberStore;
import dev.trueup.members.Members;
import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import java.math.BigInteger;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counters of members of a configuration. Thread-safe. */
final class MemberKind implements ExactKind {
  private static final Duration SEAL_EVERY = Duration.ofMinutes(10);
  private static final int SEAL_STEPS = 50;

  private final TrueupConfig config;
  private final Databases databases;

  MemberKind(TrueupConfig config, Databases databases) {
    this.config = config;
    this.databases = databases;
  }

  /** Every counter of members, its relation enabled in its store. */
  Members members() {
    Map<Relation, MemberStore> relations = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    for (CounterConfig counter : config.counters().values()) {
      if (counter instanceof CounterConfig.Members members) {
        Relation relation = relation(members);
        if (!relations.containsKey(relation)) {
          MemberStore store = new JdbcMemberStore(databases.store(members.store()));
          store.enable(relation);
          relations.put(relation, store);
        }
      } else {
        others.add(counter.name());
      }
    }
    return new Members(relations, others);
  }

  /** Seals the days that have been over for as long as their counter keeps them open. */
  List<Chores.Chore> chores(Members members) {
    List<Chores.Chore> chores = new ArrayList<>();
    for (CounterConfig counter : config.counters().values()) {
      if (counter instanceof CounterConfig.Members one && one.retention() != null) {
        Duration retention = one.retention();
        chores.add(
            new Chores.Chore(
                "Sealing days of " + one.name(),
                Duration.ZERO,
                SEAL_EVERY,
                () ->
                    !members.upkeep().sealOlderThan(one.name(), retention, SEAL_STEPS).finished()));
      }
    }
    return chores;
  }

  private static Relation relation(CounterConfig.Members members) {
    ZoneId zone = members.zone();
    String otherSide = members.otherSide();
    Relation relation =
        zone != null
            ? Relation.perDay(members.name(), zone)
            : otherSide != null
                ? Relation.between(members.name(), otherSide)
                : Relation.of(members.name());
    return relation.withSelfAllowed(members.allowsSelf());
  }

  @Override
  public @Nullable String absence(CounterConfig counter) {
    CounterConfig.Members members = checked(counter);
    boolean known =
        databases.hasStore(members.store())
            && new JdbcMemberStore(databases.existingStore(members.store()))
                .isEnabled(relation(members));
    return known
        ? null
        : "Counter "
            + counter.name()
            + " is of kind members and has none yet: no application has used it with this store."
            + " Use it first, or check `store` in "
            + config.place()
            + ".";
  }

  @Override
  public CounterReport audit(CounterConfig counter, RunOptions run) {
    CounterConfig.Members members = checked(counter);
    MemberStore store = new JdbcMemberStore(databases.existingStore(members.store()));
    MemberAudit audit =
        new Members(Map.of(relation(members), store), List.of()).upkeep().audit(counter.name());
    ExactFindings found = new ExactFindings(run.listedMax());
    long seals = 0;
    long examined = 0;
    Place after = null;
    do {
      MemberAudit.Page page = audit.page(after, MemberAudit.PAGE_MAX);
      examined += page.examined();
      for (MemberDrift drift : page.drifts()) {
        seals += drift.verdict() == MemberDrift.Verdict.SEAL_DIFFERS ? 1 : 0;
        found.add(
            new Subject(drift.subject()),
            drift.day(),
            drift.count(),
            BigInteger.valueOf(drift.counted()),
            List.of());
      }
      after = page.next();
      run.watch().progress(counter.name(), Watch.Phase.COUNTING, examined, 0);
      if (after != null && run.watch().isStopped()) {
        throw new StoppedException("The audit of " + counter.name() + " was stopped.");
      }
    } while (after != null);
    return found.report(
        counter,
        examined,
        "A count of members that is wrong was written by somebody else: set and count change"
            + " together. It is not repaired here; find out who wrote to Trueup's tables."
            + (seals > 0
                ? " Counts of sealed days that are not what was sealed: " + seals + "."
                : ""));
  }

  private static CounterConfig.Members checked(CounterConfig counter) {
    if (counter instanceof CounterConfig.Members members) {
      return members;
    }
    throw new BrokenInvariantException("Counter " + counter.name() + " is not of kind members.");
  }
}
