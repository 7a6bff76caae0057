package dev.trueup.testkit.members;

import dev.trueup.members.Ending;
import dev.trueup.members.MemberKey;
import dev.trueup.members.MemberRows;
import dev.trueup.members.Membership;
import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import dev.trueup.members.Side;
import dev.trueup.members.Tally;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores of members with one thing broken, by what is wrong with them. */
final class FaultyMemberStores {
  private FaultyMemberStores() {}

  /** Opens a store on a state. */
  interface Backend {
    ModelMemberStore open(MemberModelState state, InstantSource clock);
  }

  static Map<String, Backend> all() {
    Map<String, Backend> faults = new LinkedHashMap<>();
    faults.put("keeps no removals", rows(KeepsNoRemovals::new));
    faults.put("keeps the first time", rows(KeepsFirstTime::new));
    faults.put("cuts times to the second", rows(CutsTimes::new));
    faults.put("counts one side only", rows(CountsOneSide::new));
    faults.put("folds the case of members", rows(FoldsCase::new));
    faults.put("counts removed members too", rows(FaultyMemberReads.CountsRemoved::new));
    faults.put("lists removed members too", rows(FaultyMemberReads.ListsRemoved::new));
    faults.put("repeats the end of a page", rows(FaultyMemberReads.RepeatsPages::new));
    faults.put("ignores the limit of a page", rows(FaultyMemberReads.IgnoresLimits::new));
    faults.put("orders members as Java does", rows(FaultyMemberReads.OrdersAsJava::new));
    faults.put("finds no endings", rows(FindsNoEndings::new));
    faults.put("forgets the removal when a key is merged", rows(ForgetsRemovalOnMerge::new));
    faults.put("lowers the seal line", rows(LowersSealLine::new));
    faults.put("raises no line", rows(RaisesNoLine::new));
    faults.put("keeps no seals", rows(KeepsNoSeals::new));
    faults.put("lists days from the first on", rows(ListsAllDays::new));
    faults.put("moves rows of days that are sealed", rows(FindsSealedRows::new));
    faults.put("merges who is in only", rows(MovesPresentOnly::new));
    faults.put("removes members of the subject side only", rows(FindsSubjectsOnly::new));
    faults.put("drops nothing", rows(DropsNothing::new));
    faults.put("audits counts and not members", rows(FaultyMemberReads.AuditsCountsOnly::new));
    faults.put("audits a page too few", rows(FaultyMemberReads.AuditsTooFew::new));
    faults.put("makes no missing counts known", rows(CreatesOnce::new));
    faults.put("leaves what a failed step wrote", LeavesFailedSteps::new);
    faults.put("lets steps meet", MeetingMemberStore::new);
    return faults;
  }

  private static Backend rows(BiFunction<MemberModelState.Kept, Instant, ModelMemberRows> broken) {
    return (state, clock) ->
        new ModelMemberStore(state, clock) {
          @Override
          protected ModelMemberRows rows(Relation relation) {
            return broken.apply(state.of(relation), clock.instant());
          }
        };
  }

  private static class KeepsNoRemovals extends ModelMemberRows {
    KeepsNoRemovals(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putMemberships(Collection<Membership> memberships) {
      super.putMemberships(memberships.stream().filter(Membership::present).toList());
      dropMemberships(
          memberships.stream().filter(row -> !row.present()).map(Membership::key).toList());
    }
  }

  private static class KeepsFirstTime extends ModelMemberRows {
    KeepsFirstTime(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putMemberships(Collection<Membership> memberships) {
      for (Membership row : memberships) {
        Membership known = memberships(List.of(row.key())).get(row.key());
        super.putMemberships(
            List.of(
                known == null || known.present() != row.present()
                    ? row
                    : new Membership(row.key(), row.present(), known.at())));
      }
    }
  }

  private static class CutsTimes extends ModelMemberRows {
    CutsTimes(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putMemberships(Collection<Membership> memberships) {
      super.putMemberships(
          memberships.stream()
              .map(
                  row ->
                      new Membership(
                          row.key(), row.present(), row.at().truncatedTo(ChronoUnit.SECONDS)))
              .toList());
    }
  }

  private static class CountsOneSide extends ModelMemberRows {
    CountsOneSide(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putTallies(Collection<Tally> tallies) {
      super.putTallies(
          tallies.stream().filter(tally -> tally.place().side() == Side.SUBJECT).toList());
    }
  }

  private static class FoldsCase extends ModelMemberRows {
    FoldsCase(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putMemberships(Collection<Membership> memberships) {
      super.putMemberships(
          memberships.stream()
              .map(row -> new Membership(folded(row.key()), row.present(), row.at()))
              .toList());
    }

    private static MemberKey folded(MemberKey key) {
      return new MemberKey(key.subject(), key.day(), key.member().toLowerCase(Locale.ROOT));
    }
  }

  private static class FindsNoEndings extends ModelMemberRows {
    FindsNoEndings(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putEnding(Ending ending) {
      if (ending.mergedInto() != null) {
        super.putEnding(ending);
      }
    }
  }

  private static class ForgetsRemovalOnMerge extends ModelMemberRows {
    ForgetsRemovalOnMerge(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putEnding(Ending ending) {
      super.putEnding(
          ending.mergedInto() == null
              ? ending
              : new Ending(ending.of(), null, ending.mergedInto()));
    }
  }

  private static class LowersSealLine extends ModelMemberRows {
    private final MemberModelState.Kept kept;

    LowersSealLine(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
      this.kept = kept;
    }

    @Override
    public void raiseSealedBefore(long day) {
      kept.sealedBefore = day;
    }
  }

  private static class RaisesNoLine extends ModelMemberRows {
    RaisesNoLine(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void raiseRemovalsBefore(Instant time) {
      lines();
    }
  }

  private static class KeepsNoSeals extends ModelMemberRows {
    KeepsNoSeals(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void putTallies(Collection<Tally> tallies) {
      super.putTallies(
          tallies.stream()
              .map(
                  tally -> {
                    Tally.Seal seal = tally.seal();
                    return seal == null
                        ? tally
                        : new Tally(
                            tally.place(),
                            tally.members(),
                            new Tally.Seal(0, seal.at(), seal.drained()));
                  })
              .toList());
    }
  }

  private static class ListsAllDays extends ModelMemberRows {
    ListsAllDays(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Tally> days(Ending.Key key, long fromDay, int limit) {
      return super.days(key, Long.MIN_VALUE, limit);
    }
  }

  private static class FindsSealedRows extends ModelMemberRows {
    FindsSealedRows(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Membership> rowsOf(
        Ending.Key key, long fromDay, @Nullable Instant decidedBy, int limit) {
      return super.rowsOf(key, Long.MIN_VALUE, decidedBy, limit);
    }
  }

  private static class MovesPresentOnly extends ModelMemberRows {
    MovesPresentOnly(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Membership> rowsOf(
        Ending.Key key, long fromDay, @Nullable Instant decidedBy, int limit) {
      return super.rowsOf(key, fromDay, decidedBy, limit).stream()
          .filter(Membership::present)
          .toList();
    }
  }

  private static class FindsSubjectsOnly extends ModelMemberRows {
    FindsSubjectsOnly(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Membership> rowsOf(
        Ending.Key key, long fromDay, @Nullable Instant decidedBy, int limit) {
      return key.side() == Side.MEMBER ? List.of() : super.rowsOf(key, fromDay, decidedBy, limit);
    }
  }

  private static class DropsNothing extends ModelMemberRows {
    DropsNothing(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void dropMemberships(Collection<MemberKey> keys) {
      memberships(keys);
    }
  }

  private static class CreatesOnce extends ModelMemberRows {
    CreatesOnce(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public void lockOrCreate(SortedSet<Place> places) {
      super.lockOrCreate(places);
      putTallies(places.stream().map(place -> new Tally(place, 0, null)).toList());
    }
  }

  private static final class LeavesFailedSteps extends ModelMemberStore {
    private final MemberModelState state;
    private final InstantSource clock;

    LeavesFailedSteps(MemberModelState state, InstantSource clock) {
      super(state, clock);
      this.state = state;
      this.clock = clock;
    }

    @Override
    public <T> T write(Relation relation, String doing, Function<MemberRows, T> work) {
      return read(relation, doing, view -> work.apply(rows(relation)));
    }

    @Override
    protected ModelMemberRows rows(Relation relation) {
      return new ModelMemberRows(state.of(relation), clock.instant());
    }
  }
}
