package dev.trueup.testkit.simulation;

import dev.trueup.repair.RepairEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The auditor's own books about one subject. Shares no code with what it audits. */
final class AuditedSubject {
  /** Zero while there is no head; moves on with every install, hold, release and forget. */
  long epoch;

  boolean hasBase;
  long base;
  long factsBefore = World.NONE;
  long eventsBefore = World.NONE;

  /** When the source was read for the base. */
  long observedAt = World.NONE;

  /** How often the subject was marked. */
  long marks;

  boolean marked;

  /** A settle decided about the mark: whatever it is now, it stays until the next reason. */
  boolean markToAdopt;

  /** The settle before had a reason to leave the subject marked. */
  boolean hasToStayMarked;

  boolean held;

  /** An undo put a wrong base back, and none has been installed since. */
  boolean undone;

  long forgottenUntil = World.NONE;

  /** The store's version when the epoch was last seen. */
  long version;

  long versionEpoch = -1;
  long acceptedAt = World.NONE;
  long committedAt = World.NONE;

  /** Recorded changes by id. */
  final Map<String, Sent> live = new LinkedHashMap<>();

  final Map<CellKey, Long> cells = new HashMap<>();

  /** Accepted changes whose facts were committed after the base was read. */
  List<Sent> unseen = new ArrayList<>();

  /** Effects that no store ever took and that the base was read before. */
  List<Sent.Effect> lost = new ArrayList<>();

  @Nullable RepairEntry newestEntry;

  record CellKey(long factWindow, long eventWindow) {}

  boolean inside(Sent sent) {
    return hasBase && sent.factWindow < factsBefore && sent.eventWindow < eventsBefore;
  }

  void add(Sent sent) {
    live.put(sent.change.id(), sent);
    cells.merge(new CellKey(sent.factWindow, sent.eventWindow), sent.change.amount(), Long::sum);
    sent.effect.live++;
  }

  void drop(Sent sent) {
    live.remove(sent.change.id());
    sent.effect.live--;
  }

  long reading() {
    long sum = base;
    for (Sent sent : live.values()) {
      if (!inside(sent)) {
        sum += sent.change.amount();
      }
    }
    return sum;
  }

  /** Everything is gone; the next head is another one. */
  void clear() {
    live.values().forEach(sent -> sent.effect.live--);
    live.clear();
    cells.clear();
    unseen = new ArrayList<>();
    hasBase = false;
    factsBefore = World.NONE;
    eventsBefore = World.NONE;
    observedAt = World.NONE;
    marked = false;
    held = false;
    undone = false;
  }
}
