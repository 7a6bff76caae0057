package dev.trueup.testkit.members;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.AnswerLostException;
import dev.trueup.members.MemberChange;
import dev.trueup.members.MemberUpkeep;
import dev.trueup.members.MemberUpkeep.Progress;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import dev.trueup.members.Side;
import dev.trueup.testkit.members.MemberAuditor.Sent;
import dev.trueup.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * One run from one seed: users follow each other and view pages over a change to winter time, while
 * operations are lost, repeated and reordered, accounts are merged and deleted in small steps that
 * are cut off, days are sealed and removals forgotten. After every event each count has to be what
 * the rows add up to; what the rows have to be is worked out by {@link MemberAuditor}.
 */
public final class MemberSimulation {
  static final int EVENTS = 500;
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Instant START = Instant.parse("2025-10-24T20:00:00Z");
  private static final int USERS = 6;

  private final long seed;
  private final SplittableRandom random;
  private final SettableClock clock = new SettableClock(START);
  private final Relation follows = Relation.between("sim.followers", "sim.following");
  private final Relation views = Relation.perDay("sim.viewers", ZONE);
  private final Members members;
  private final MemberUpkeep upkeep;
  private final MemberStateCheck check;
  private final MemberAuditor followAuditor = new MemberAuditor(false);
  private final MemberAuditor viewAuditor = new MemberAuditor(true);
  private final List<MemberChange> onTheWay = new ArrayList<>();
  private final List<MemberWork> underWay = new ArrayList<>();
  private final Map<MemberRareEvent, Integer> rare = new EnumMap<>(MemberRareEvent.class);
  private final boolean merges;
  private boolean losing;
  private long sealedBefore = Long.MIN_VALUE;

  /** Makes the store of a run; a broken one is to be found out. */
  public interface Stores {
    ModelMemberStore open(MemberModelState state, SettableClock clock);
  }

  public MemberSimulation(long seed, Stores stores) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.merges = random.nextInt(3) > 0;
    MemberModelState state = new MemberModelState();
    ModelMemberStore store = stores.open(state, clock);
    LosingMemberStore unreliable =
        new LosingMemberStore(store, () -> losing && random.nextInt(12) == 0);
    store.enable(follows);
    store.enable(views);
    this.members = new Members(Map.of(follows, unreliable, views, unreliable), List.of());
    this.upkeep = members.upkeep().withStepRows(1 + random.nextInt(3));
    this.check = new MemberStateCheck(state);
  }

  /**
   * Runs to the end.
   *
   * @return how often each rare event happened
   * @throws IllegalStateException naming the seed, if an invariant broke
   */
  public Map<MemberRareEvent, Integer> run() {
    int event = 0;
    try {
      for (; event < EVENTS; event++) {
        losing = true;
        happen();
        losing = false;
        check.countsFollowFromRows(follows);
        check.countsFollowFromRows(views);
        if (event % 20 == 19) {
          compare();
        }
      }
      settle();
      compare();
    } catch (RuntimeException | AssertionError broken) {
      throw new IllegalStateException(
          "Seed " + seed + ", event " + event + ": " + broken.getMessage(), broken);
    }
    return rare;
  }

  private void happen() {
    clock.advance(Duration.ofSeconds(random.nextInt(1_200)));
    int dice = random.nextInt(100);
    if (dice < 45) {
      onTheWay.add(newChange());
    } else if (dice < 82) {
      deliver();
    } else if (dice < 94) {
      goOn();
    } else {
      begin();
    }
  }

  private MemberChange newChange() {
    Instant at = clock.instant().minusSeconds(random.nextInt(5) * 60L);
    boolean adds = random.nextInt(5) < 3;
    if (!onTheWay.isEmpty() && random.nextInt(8) == 0) {
      at = onTheWay.get(random.nextInt(onTheWay.size())).at();
    }
    String one = "u" + random.nextInt(USERS);
    String other = "u" + random.nextInt(USERS);
    if (random.nextInt(3) == 0) {
      return adds
          ? MemberChange.add(views.name(), "page" + random.nextInt(2), one, at)
          : MemberChange.remove(views.name(), "page" + random.nextInt(2), one, at);
    }
    String counter = random.nextBoolean() ? "sim.followers" : "sim.following";
    return adds
        ? MemberChange.add(counter, one, other, at)
        : MemberChange.remove(counter, one, other, at);
  }

  private void deliver() {
    if (onTheWay.isEmpty()) {
      return;
    }
    List<MemberChange> batch = new ArrayList<>();
    int size = random.nextInt(6) == 0 ? 3 : 1;
    while (batch.size() < size && !onTheWay.isEmpty()) {
      MemberChange change = onTheWay.remove(random.nextInt(onTheWay.size()));
      batch.add(change);
      if (random.nextInt(6) == 0) {
        onTheWay.add(change);
        count(MemberRareEvent.SENT_TWICE);
      }
    }
    List<Outcome> outcomes = members.apply(batch, false);
    for (int i = 0; i < batch.size(); i++) {
      answered(batch.get(i), outcomes.get(i));
    }
  }

  private void answered(MemberChange change, Outcome outcome) {
    boolean isView = change.counter().equals(views.name());
    MemberAuditor auditor = isView ? viewAuditor : followAuditor;
    Sent sent = sent(change, isView);
    boolean exact =
        underWay.stream()
            .noneMatch(
                work -> work.follows() != isView && work.touches(auditor, auditor.link(sent)));
    note(sent, outcome, auditor, isView, exact);
    if (outcome.kind() == Outcome.Kind.UNKNOWN) {
      onTheWay.add(change);
    }
    Rejection rejection = outcome.rejection();
    if (rejection != null) {
      requireRight(sent, rejection, auditor, isView, exact);
    }
    String fault = auditor.answered(sent, outcome.kind(), exact);
    if (fault != null) {
      throw new IllegalStateException(fault);
    }
  }

  private Sent sent(MemberChange change, boolean isView) {
    boolean fromOtherSide = !isView && follows.sideOf(change.counter()) == Side.MEMBER;
    long day = isView ? views.dayOf(change.at()) : 0;
    return new Sent(
        fromOtherSide ? change.member() : change.subject(),
        day,
        fromOtherSide ? change.subject() : change.member(),
        change.kind() == MemberChange.Kind.ADD,
        change.at());
  }

  private void requireRight(
      Sent sent, Rejection rejection, MemberAuditor auditor, boolean isView, boolean exact) {
    MemberAuditor.Link link = auditor.link(sent);
    boolean right =
        switch (rejection) {
          case SELF_MEMBER -> !isView && (!exact || auditor.isSelf(link));
          case TOO_OLD -> isView ? sent.day() < sealedBefore : !merges && sent.adds();
          default -> false;
        };
    if (!right) {
      throw new IllegalStateException(sent + " was refused as " + rejection.word());
    }
  }

  private void note(
      Sent sent, Outcome outcome, MemberAuditor auditor, boolean isView, boolean exact) {
    boolean wasUnsure = auditor.isUnsure(sent);
    switch (outcome.kind()) {
      case UNKNOWN -> count(MemberRareEvent.ANSWER_LOST);
      case COVERED ->
          count(
              auditor.isVoid(sent)
                  ? MemberRareEvent.LATE_AFTER_DELETION
                  : MemberRareEvent.REMOVAL_OVERTOOK_ADDITION);
      case REJECTED -> {
        if (outcome.rejection() == Rejection.TOO_OLD) {
          count(
              isView
                  ? MemberRareEvent.TOO_OLD_FOR_A_SEALED_DAY
                  : MemberRareEvent.TOO_OLD_FOR_FORGOTTEN_REMOVALS);
          if (isView && wasUnsure) {
            count(MemberRareEvent.UNKNOWN_THEN_SEALED);
          }
        } else if (!sent.subject().equals(sent.member())) {
          count(MemberRareEvent.SELF_BY_MERGE);
        }
      }
      default -> {
        if (!exact) {
          boolean merging =
              underWay.stream()
                  .anyMatch(
                      work ->
                          work.into() != null
                              && work.follows() != isView
                              && work.touches(auditor, auditor.link(sent)));
          count(merging ? MemberRareEvent.DURING_MERGE : MemberRareEvent.DURING_DELETION);
        }
        if (isView
            && underWay.stream().anyMatch(work -> work.cutOff() == MemberRareEvent.SEAL_CUT_OFF)) {
          count(MemberRareEvent.OPERATION_DURING_SEAL);
        }
      }
    }
    if (!auditor.survivor(true, sent.subject()).equals(sent.subject())
        || !auditor.survivor(false, sent.member()).equals(sent.member())) {
      count(MemberRareEvent.SENT_TO_A_MERGED_KEY);
    }
    if (auditor.hasOpposite(sent)) {
      count(MemberRareEvent.EQUAL_TIMES);
    }
  }

  /** Something that takes several steps begins. */
  private void begin() {
    int dice = random.nextInt(10);
    boolean subjects = random.nextBoolean();
    String key = "u" + random.nextInt(USERS);
    if (dice < 3 && merges) {
      String into = "u" + random.nextInt(USERS);
      boolean possible =
          followAuditor.survivor(subjects, key).equals(key)
              && !followAuditor.survivor(subjects, into).equals(key);
      if (possible) {
        underWay.add(
            new MemberWork(
                MemberRareEvent.MERGE_CUT_OFF, true, subjects, key, into, clock.instant()));
        noteMerge(subjects, key, into);
        followAuditor.merge(subjects, key, into);
        step(underWay.get(underWay.size() - 1));
      }
    } else if (dice < 5 && followAuditor.survivor(subjects, key).equals(key)) {
      Instant at = clock.instant().minusSeconds(random.nextInt(3_600));
      underWay.add(new MemberWork(MemberRareEvent.DELETION_CUT_OFF, true, subjects, key, null, at));
      followAuditor.remove(subjects, key, at);
      step(underWay.get(underWay.size() - 1));
    } else if (dice < 8) {
      long today = clock.instant().atZone(ZONE).toLocalDate().toEpochDay();
      sealedBefore = Math.max(sealedBefore, today - random.nextInt(2));
      underWay.add(
          new MemberWork(MemberRareEvent.SEAL_CUT_OFF, false, true, "", null, clock.instant()));
      step(underWay.get(underWay.size() - 1));
    } else if (!merges) {
      losing = false;
      upkeep.forgetRemovals("sim.followers", clock.instant().minusSeconds(1_800), 1_000);
    }
  }

  private void noteMerge(boolean subjects, String from, String into) {
    if (followAuditor.merged(subjects).containsValue(from)) {
      count(MemberRareEvent.CHAIN_OF_MERGES);
    }
    String survivor = followAuditor.survivor(subjects, into);
    for (MemberAuditor.Link link : followAuditor.links()) {
      String there = subjects ? link.subject() : link.member();
      MemberAuditor.Link moved =
          subjects
              ? new MemberAuditor.Link(survivor, link.day(), link.member())
              : new MemberAuditor.Link(link.subject(), link.day(), survivor);
      if (there.equals(from) && followAuditor.links().contains(moved)) {
        count(MemberRareEvent.BOTH_KNEW_A_MEMBER);
      }
    }
  }

  private void goOn() {
    if (!underWay.isEmpty()) {
      step(underWay.get(random.nextInt(underWay.size())));
    }
  }

  private void step(MemberWork work) {
    try {
      if (work(work, 1).finished()) {
        underWay.remove(work);
      } else {
        count(work.cutOff());
      }
    } catch (AnswerLostException lost) {
      count(MemberRareEvent.ANSWER_LOST);
    }
  }

  private Progress work(MemberWork work, int steps) {
    String counter = work.subjects() ? "sim.followers" : "sim.following";
    String into = work.into();
    if (work.cutOff() == MemberRareEvent.SEAL_CUT_OFF) {
      return upkeep.seal(views.name(), LocalDate.ofEpochDay(sealedBefore), steps);
    }
    return into == null
        ? upkeep.removeSubject(counter, work.key(), work.at(), steps)
        : upkeep.mergeSubjects(counter, work.key(), into, steps);
  }

  /** Everything that is on its way arrives, everything under way ends. */
  private void settle() {
    while (!onTheWay.isEmpty()) {
      MemberChange change = onTheWay.remove(onTheWay.size() - 1);
      answered(change, members.apply(List.of(change), false).get(0));
    }
    for (MemberWork work : List.copyOf(underWay)) {
      if (!work(work, 10_000).finished()) {
        throw new IllegalStateException(work + " does not end.");
      }
    }
    underWay.clear();
    check.countsFollowFromRows(follows);
    check.countsFollowFromRows(views);
  }

  private void compare() {
    check.rowsAre(
        follows,
        followAuditor,
        link ->
            underWay.stream()
                .filter(MemberWork::follows)
                .anyMatch(work -> work.touches(followAuditor, link)));
    check.rowsAre(views, viewAuditor, link -> false);
    check.sealedAre(views, viewAuditor, sealedBefore);
  }

  private void count(MemberRareEvent event) {
    rare.merge(event, 1, Integer::sum);
  }

  @Override
  public String toString() {
    return "seed " + seed + " " + Objects.toString(rare);
  }
}
