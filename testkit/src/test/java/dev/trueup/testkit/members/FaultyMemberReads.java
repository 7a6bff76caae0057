package dev.trueup.testkit.members;

import dev.trueup.members.Membership;
import dev.trueup.members.Place;
import dev.trueup.members.Side;
import dev.trueup.members.Tally;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of members that are read wrongly, by what is wrong with them. */
final class FaultyMemberReads {
  private FaultyMemberReads() {}

  static final class CountsRemoved extends ModelMemberRows {
    CountsRemoved(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public long counted(Place place) {
      return rowsOf(place, Integer.MAX_VALUE).size();
    }
  }

  static final class ListsRemoved extends ModelMemberRows {
    ListsRemoved(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Membership> membersOf(Place place, @Nullable String after, int limit) {
      return after == null ? rowsOf(place, limit) : super.membersOf(place, after, limit);
    }
  }

  static final class RepeatsPages extends ModelMemberRows {
    RepeatsPages(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Membership> membersOf(Place place, @Nullable String after, int limit) {
      String before = after == null ? null : after.substring(0, after.length() - 1);
      return super.membersOf(place, before, limit);
    }
  }

  static final class IgnoresLimits extends ModelMemberRows {
    IgnoresLimits(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Membership> membersOf(Place place, @Nullable String after, int limit) {
      return super.membersOf(place, after, Integer.MAX_VALUE);
    }
  }

  static final class OrdersAsJava extends ModelMemberRows {
    OrdersAsJava(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Membership> membersOf(Place place, @Nullable String after, int limit) {
      Side other = place.side().other();
      return super.membersOf(place, null, Integer.MAX_VALUE).stream()
          .filter(row -> after == null || row.key().at(other).compareTo(after) > 0)
          .sorted((one, two) -> one.key().at(other).compareTo(two.key().at(other)))
          .limit(limit)
          .toList();
    }
  }

  static final class AuditsCountsOnly extends ModelMemberRows {
    AuditsCountsOnly(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Tally> countedAfter(Side side, @Nullable Place after, int limit) {
      return talliesAfter(side, after, limit);
    }
  }

  static final class AuditsTooFew extends ModelMemberRows {
    AuditsTooFew(MemberModelState.Kept kept, Instant now) {
      super(kept, now);
    }

    @Override
    public List<Tally> talliesAfter(Side side, @Nullable Place after, int limit) {
      return after == null ? super.talliesAfter(side, null, limit) : List.of();
    }
  }
}
