package dev.trueup.testkit.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.members.Ending;
import dev.trueup.members.Lines;
import dev.trueup.members.MemberKey;
import dev.trueup.members.Membership;
import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import dev.trueup.members.Tally;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** What the model stores of one test share, as processes share a database. */
public final class MemberModelState {
  /** One step at a time: the model's transactions are serial. */
  final ReentrantLock turn = new ReentrantLock();

  private final Map<String, Kept> relations = new HashMap<>();

  /** One relation. */
  static final class Kept {
    final Relation relation;
    final NavigableMap<MemberKey, Membership> rows = new TreeMap<>();
    final NavigableMap<Place, Tally> tallies = new TreeMap<>();
    final Map<Ending.Key, Ending> endings = new HashMap<>();
    long sealedBefore = Lines.NO_SEAL;
    Instant removalsBefore = Lines.NOTHING_FORGOTTEN;

    Kept(Relation relation) {
      this.relation = relation;
    }
  }

  void enable(Relation relation) {
    for (Kept kept : relations.values()) {
      Relation known = kept.relation;
      boolean sharesName =
          known.name().equals(relation.name())
              || known.name().equals(relation.otherSide())
              || relation.name().equals(known.otherSide())
              || (known.otherSide() != null && known.otherSide().equals(relation.otherSide()));
      boolean isSame =
          known.name().equals(relation.name())
              && Objects.equals(known.otherSide(), relation.otherSide())
              && Objects.equals(known.zone(), relation.zone());
      if (sharesName && !isSame) {
        throw new BadRequestException(
            "Members of " + relation.name() + " are known with another side or another zone.");
      }
    }
    relations.putIfAbsent(relation.name(), new Kept(relation));
  }

  Kept of(Relation relation) {
    Kept kept = relations.get(relation.name());
    if (kept == null) {
      throw new BadRequestException("Members of " + relation.name() + " were never enabled.");
    }
    return kept;
  }
}
