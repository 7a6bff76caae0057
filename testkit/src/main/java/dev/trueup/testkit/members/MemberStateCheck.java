package dev.trueup.testkit.members;

import dev.trueup.members.Membership;
import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import dev.trueup.members.Side;
import dev.trueup.members.Tally;
import dev.trueup.testkit.members.MemberAuditor.Link;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Looks at the state of the model itself; stops at the first thing that is not as it has to be. */
final class MemberStateCheck {
  private final MemberModelState state;

  MemberStateCheck(MemberModelState state) {
    this.state = state;
  }

  /** Every count, on both sides, is the number of rows that are in, or the number on the seal. */
  void countsFollowFromRows(Relation relation) {
    MemberModelState.Kept kept = state.of(relation);
    Map<Place, Long> rows = new HashMap<>();
    for (Membership row : kept.rows.values()) {
      for (Side side : Side.values()) {
        if (row.present() && relation.counts(side)) {
          rows.merge(row.key().place(side), 1L, Long::sum);
        }
      }
    }
    for (Tally tally : kept.tallies.values()) {
      Long counted = rows.remove(tally.place());
      Tally.Seal seal = tally.seal();
      long truth = seal != null ? seal.members() : counted == null ? 0 : counted;
      if (tally.members() != truth) {
        throw new IllegalStateException(
            relation.name() + ": " + tally + " should be " + truth + ".");
      }
    }
    if (!rows.isEmpty()) {
      throw new IllegalStateException(relation.name() + ": no count of " + rows + ".");
    }
  }

  /**
   * Who is in is who has to be.
   *
   * @param underWay whether a membership may still change by work that has not ended
   */
  void rowsAre(Relation relation, MemberAuditor auditor, Predicate<Link> underWay) {
    MemberModelState.Kept kept = state.of(relation);
    Set<Link> in = new HashSet<>();
    for (Membership row : kept.rows.values()) {
      Tally tally = kept.tallies.get(row.key().place(Side.SUBJECT));
      Link link = new Link(row.key().subject(), row.key().day(), row.key().member());
      if (!row.present() || (tally != null && tally.isSealed())) {
        continue;
      }
      in.add(link);
      Link survivor =
          new Link(
              auditor.survivor(true, link.subject()),
              link.day(),
              auditor.survivor(false, link.member()));
      if (underWay.test(survivor)) {
        continue;
      }
      boolean wrong = !auditor.isUnsure(survivor) && !auditor.isIn(survivor);
      if (wrong || !survivor.equals(link) || auditor.isSelf(link)) {
        throw new IllegalStateException(relation.name() + ": " + row + " should not be in.");
      }
    }
    for (Link link : auditor.links()) {
      Tally tally = kept.tallies.get(new Place(Side.SUBJECT, link.subject(), link.day()));
      boolean sealed = tally != null && tally.isSealed();
      if (!sealed
          && !in.contains(link)
          && auditor.isIn(link)
          && !underWay.test(link)
          && !auditor.isUnsure(link)) {
        throw new IllegalStateException(relation.name() + ": " + link + " should be in.");
      }
    }
  }

  /** Sealed days hold the number of those who were in, give or take answers that were lost. */
  void sealedAre(Relation relation, MemberAuditor auditor, long sealedBefore) {
    for (Tally tally : state.of(relation).tallies.values()) {
      Tally.Seal seal = tally.seal();
      if (seal == null) {
        continue;
      }
      if (tally.place().day() >= sealedBefore) {
        throw new IllegalStateException(tally + " is sealed before its time.");
      }
      long sure = 0;
      long unsure = 0;
      for (Link link : auditor.links()) {
        if (link.subject().equals(tally.place().key()) && link.day() == tally.place().day()) {
          boolean isUnsure = auditor.isUnsure(link);
          unsure += isUnsure ? 1 : 0;
          sure += !isUnsure && auditor.isIn(link) ? 1 : 0;
        }
      }
      unsure += auditor.unsureOnly(tally.place().key(), tally.place().day());
      if (seal.members() < sure || seal.members() > sure + unsure) {
        throw new IllegalStateException(
            tally + " should be " + sure + " to " + (sure + unsure) + ".");
      }
    }
  }
}
