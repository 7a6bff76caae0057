package dev.trueup.testkit.members;

import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import dev.trueup.members.Tally;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A store whose lock holds nobody back: what a step locks is what the count was when another thread
 * looked last, as it is where two transactions read before either wrote.
 */
final class MeetingMemberStore extends ModelMemberStore {
  private static final Map<Place, Seen> SEEN = new ConcurrentHashMap<>();

  private final MemberModelState state;
  private final InstantSource clock;

  private record Seen(long thread, MemberModelState state, Tally tally) {}

  MeetingMemberStore(MemberModelState state, InstantSource clock) {
    super(state, clock);
    this.state = state;
    this.clock = clock;
  }

  @Override
  protected ModelMemberRows rows(Relation relation) {
    return new ModelMemberRows(state.of(relation), clock.instant()) {
      @Override
      public Map<Place, Tally> lock(SortedSet<Place> places) {
        long thread = Thread.currentThread().getId();
        Map<Place, Tally> locked = new HashMap<>(super.lock(places));
        locked.replaceAll(
            (place, tally) -> {
              Seen seen = SEEN.put(place, new Seen(thread, state, tally));
              return seen != null && seen.thread() != thread && seen.state() == state
                  ? seen.tally()
                  : tally;
            });
        return locked;
      }
    };
  }
}
