package dev.trueup.testkit.simulation;

import dev.trueup.counter.Subject;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.simulation.Session.Count;
import dev.trueup.testkit.simulation.Session.Examined;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the auditor knows of installs: which may happen, and what they have to bring about. */
final class AuditedSettles {
  private final Auditor auditor;

  AuditedSettles(Auditor auditor) {
    this.auditor = auditor;
  }

  void settled(Session session, List<Settlement> settlements, List<Settlement.Result> results) {
    if (results.size() != settlements.size()) {
      throw new Violation("I6", results.size() + " results for " + settlements.size());
    }
    for (int i = 0; i < settlements.size(); i++) {
      settled(session, settlements.get(i), results.get(i));
    }
  }

  private void settled(Session session, Settlement settlement, Settlement.Result result) {
    Subject subject = settlement.subject();
    AuditedSubject books = auditor.touch(subject);
    Count count = session.countOf(subject);
    Examined examined = session.examinedOf(subject);
    if (count == null || examined == null) {
      throw new Violation("I6", "a settle of " + subject + " that was never observed and judged");
    }
    long factsBefore = Agenda.micros(settlement.watermark().factsBefore());
    long eventsBefore = Agenda.micros(settlement.watermark().eventsBefore());
    if (auditor.trace.isOn()) {
      auditor.trace.line(
          "settle by "
              + session.name
              + " "
              + subject
              + " W "
              + AuditedChecks.time(factsBefore)
              + " B "
              + AuditedChecks.time(eventsBefore)
              + " truth "
              + settlement.truth()
              + " read at "
              + AuditedChecks.time(count.at())
              + " judged "
              + settlement.judged()
              + " -> "
              + result);
    }
    Settlement.Result expected = expect(books, count, factsBefore, eventsBefore);
    if (result != expected) {
      throw new Violation(
          "I6",
          "the settle of "
              + subject
              + " by "
              + session.name
              + ", read at "
              + AuditedChecks.time(count.at())
              + ", was answered "
              + result
              + " and has to be "
              + expected);
    }
    countResult(result);
    if (result == Settlement.Result.INSTALLED) {
      installed(books, settlement, count, examined, factsBefore, eventsBefore);
    }
  }

  private Settlement.Result expect(
      AuditedSubject books, Count count, long factsBefore, long eventsBefore) {
    boolean forgotten =
        books.forgottenUntil != World.NONE && auditor.storeNow() < books.forgottenUntil;
    if (books.held || forgotten) {
      return Settlement.Result.HELD;
    }
    if (count.head() == null || count.head().epoch() != books.epoch) {
      return Settlement.Result.RACE_LOST;
    }
    if (!books.hasBase) {
      // Changes before the first of these times, and before the end of a tombstone, were not taken.
      return factsBefore < Math.max(auditor.acceptingSince, books.forgottenUntil)
          ? Settlement.Result.TOO_EARLY
          : Settlement.Result.INSTALLED;
    }
    return factsBefore >= books.factsBefore && eventsBefore >= books.eventsBefore
        ? Settlement.Result.INSTALLED
        : Settlement.Result.RACE_LOST;
  }

  private void countResult(Settlement.Result result) {
    switch (result) {
      case RACE_LOST -> auditor.rare.add(RareEvent.SETTLE_RACE_LOST);
      case TOO_EARLY -> auditor.rare.add(RareEvent.FIRST_BASE_TOO_EARLY);
      case HELD -> auditor.rare.add(RareEvent.SETTLE_HELD);
      case INSTALLED -> {
        // Told apart by what it brings about.
      }
    }
  }

  private void installed(
      AuditedSubject books,
      Settlement settlement,
      Count count,
      Examined examined,
      long factsBefore,
      long eventsBefore) {
    if (settlement.truth() != count.value()) {
      throw new Violation(
          "I1", "the base is " + settlement.truth() + ", the source said " + count.value());
    }
    if (factsBefore < books.factsBefore || eventsBefore < books.eventsBefore) {
      throw new Violation("I6", "the watermark of " + settlement.subject() + " was lowered");
    }
    Long claimed = claimed(books, examined, factsBefore, eventsBefore);
    checkRecord(books, settlement, claimed);
    countInterleavings(books, settlement, count, examined);
    books.hasBase = true;
    books.base = settlement.truth();
    books.factsBefore = factsBefore;
    books.eventsBefore = eventsBefore;
    books.observedAt = count.at();
    books.epoch = auditor.newEpoch();
    books.forgottenUntil = World.NONE;
    books.markToAdopt = true;
    books.undone = false;
    List<Sent> dropped = new ArrayList<>();
    for (Sent sent : books.live.values()) {
      if (books.inside(sent)) {
        dropped.add(sent);
      }
    }
    dropped.forEach(books::drop);
    books
        .cells
        .keySet()
        .removeIf(cell -> cell.factWindow() < factsBefore && cell.eventWindow() < eventsBefore);
    Set<Sent> judged = new HashSet<>();
    boolean doubt = false;
    for (Sent sent : examined.changes()) {
      if (books.inside(sent)) {
        judged.add(sent);
      }
      doubt |= inDoubt(sent, count, factsBefore);
    }
    boolean differs = !judged.equals(new HashSet<>(dropped));
    boolean doubtDropped = dropped.stream().anyMatch(sent -> inDoubt(sent, count, factsBefore));
    boolean markedSince = count.head() == null || count.head().marks() != books.marks;
    books.hasToStayMarked = markedSince || differs || doubt || doubtDropped;
    if (auditor.trace.isOn()) {
      auditor.trace.line(
          "  dropped differs "
              + differs
              + ", in doubt "
              + doubt
              + " or dropped in doubt "
              + doubtDropped
              + ", marked since "
              + markedSince);
    }
    if (differs) {
      auditor.rare.add(RareEvent.DROPPED_DIFFERS_FROM_JUDGED);
    }
    if (doubtDropped) {
      auditor.rare.add(RareEvent.DOUBT_DROPPED);
    }
    books.unseen.removeIf(sent -> sent.effect.operation.committedAt <= count.at());
    books.lost.removeIf(effect -> effect.operation.committedAt <= count.at());
  }

  /** Whether the count may or may not have seen it: from B less a settle time to past its end. */
  private boolean inDoubt(Sent sent, Count count, long factsBefore) {
    Settings settings = auditor.settings;
    return !settings.immutable()
        && sent.factWindow < factsBefore
        && sent.eventWindow >= settings.startOf(count.firstReadAt()) - settings.settle()
        && sent.eventWindow < count.lastReadAt() + settings.window();
  }

  private static @Nullable Long claimed(
      AuditedSubject books, Examined examined, long factsBefore, long eventsBefore) {
    if (!books.hasBase) {
      return null;
    }
    long claimed = books.base;
    for (Sent sent : examined.changes()) {
      if (!books.inside(sent) && sent.factWindow < factsBefore && sent.eventWindow < eventsBefore) {
        claimed += sent.change.amount();
      }
    }
    return claimed;
  }

  private void checkRecord(AuditedSubject books, Settlement settlement, @Nullable Long claimed) {
    RepairEntry entry = settlement.entry();
    boolean lostBase = claimed == null && books.newestEntry != null;
    boolean drifted = claimed != null && claimed != settlement.truth();
    if ((entry != null) != (lostBase || drifted)) {
      throw new Violation(
          "I9", "claimed " + claimed + ", truth " + settlement.truth() + ", on record " + entry);
    }
    if (claimed == null) {
      auditor.rare.add(
          lostBase ? RareEvent.BASE_LOST_AND_INSTALLED_AGAIN : RareEvent.FIRST_BASE_INSTALLED);
    }
    if (entry == null) {
      return;
    }
    boolean right =
        entry.state() == (lostBase ? RepairEntry.State.LOST : RepairEntry.State.APPLIED)
            && entry.truth() != null
            && entry.truth().longValueExact() == settlement.truth()
            && settlement.watermark().equals(entry.watermark())
            && (claimed == null
                || (entry.before() != null
                    && entry.before().longValueExact() == claimed
                    && entry.correction() != null
                    && entry.correction().longValueExact() == settlement.truth() - claimed));
    if (!right) {
      throw new Violation("I9", "claimed " + claimed + ", but on record is " + entry);
    }
    books.newestEntry = entry;
  }

  private void countInterleavings(
      AuditedSubject books, Settlement settlement, Count count, Examined examined) {
    RareCounts rare = auditor.rare;
    if (books.acceptedAt > examined.at()) {
      rare.add(RareEvent.CHANGE_BETWEEN_JUDGE_AND_SETTLE);
    }
    if (examined.changes().stream()
        .anyMatch(sent -> sent.effect.operation.committedAt > count.at())) {
      rare.add(RareEvent.CHANGE_BETWEEN_OBSERVE_AND_JUDGE);
    }
    if (books.committedAt > count.at() && books.committedAt < examined.at()) {
      rare.add(RareEvent.COMMIT_BETWEEN_OBSERVE_AND_JUDGE);
    }
    if (count.head() != null && count.head().marks() != books.marks) {
      rare.add(RareEvent.MARK_BETWEEN_OBSERVE_AND_SETTLE);
    }
    long boundary = auditor.settings.startOf(count.firstReadAt());
    long factsBefore = Agenda.micros(settlement.watermark().factsBefore());
    long settled = auditor.settings.startOf(boundary - auditor.settings.settle());
    if (factsBefore > settled) {
      rare.add(RareEvent.WATERMARK_HELD_UP_BY_BASE);
    }
    if (factsBefore < settled) {
      rare.add(RareEvent.WATERMARK_HELD_BACK_BY_OPEN_TRANSACTION);
    }
    if (settlement.doubtSeen()) {
      rare.add(RareEvent.DOUBT_SEEN);
    }
    if (auditor.now() - examined.at() > auditor.settings.window()) {
      rare.add(RareEvent.SETTLE_SLOW);
    }
  }
}
