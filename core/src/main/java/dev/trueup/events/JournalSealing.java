package dev.trueup.events;

import dev.trueup.counter.Subject;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.store.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Seals a journal without transactions. The line is raised before anything is dropped, and only
 * events that are inside their subject's base are: a watermark never falls, so they are inside
 * every later recount too. Thread-safe.
 */
final class JournalSealing {
  /** The most pages that are looked through in one step. */
  private static final int PAGES_MAX = 20;

  private final EventCounter counter;
  private final ManagedCounter managed;
  private final JournalDocuments documents;
  // Where the next step goes on, so that what cannot be sealed yet keeps nothing else waiting.
  private volatile @Nullable StoredEvent reached;

  JournalSealing(EventCounter counter, ManagedCounter managed, JournalDocuments documents) {
    this.counter = counter;
    this.managed = managed;
    this.documents = documents;
  }

  EventStore.SealStep step(int rowsMax) {
    Instant wanted = counter.sealableBefore(documents.now());
    if (documents.line(counter).isBefore(wanted)) {
      documents.raiseLine(counter, wanted);
    }
    Instant line = documents.line(counter);
    long sealed = 0;
    for (int page = 0; page < PAGES_MAX && sealed == 0; page++) {
      List<StoredEvent> below = documents.below(counter, line, reached, rowsMax);
      sealed += seal(below);
      if (below.size() < rowsMax) {
        reached = null;
        documents.dropSlots(counter, line);
        return new EventStore.SealStep(sealed, true);
      }
      reached = below.get(below.size() - 1);
    }
    return new EventStore.SealStep(sealed, false);
  }

  private long seal(List<StoredEvent> below) {
    Map<Subject, List<StoredEvent>> bySubject = new LinkedHashMap<>();
    for (StoredEvent event : below) {
      if (event.confirmed()) {
        bySubject.computeIfAbsent(event.subject(), subject -> new ArrayList<>()).add(event);
      } else {
        // Its sender reads the line before it confirms, or is dead.
        documents.withdraw(counter, event);
      }
    }
    if (bySubject.isEmpty()) {
      return 0;
    }
    Map<Subject, Head> heads = managed.store().heads(managed.counter(), bySubject.keySet());
    long sealed = 0;
    for (Map.Entry<Subject, List<StoredEvent>> one : bySubject.entrySet()) {
      Head head = heads.get(one.getKey());
      Head.Base base = head == null ? null : head.base();
      if (base != null) {
        Instant inside = base.watermark().factsBefore();
        List<StoredEvent> settled =
            one.getValue().stream().filter(event -> event.arrivedAt().isBefore(inside)).toList();
        sealed += settled.isEmpty() ? 0 : documents.seal(counter, one.getKey(), settled);
      }
    }
    return sealed;
  }
}
