package dev.trueup.testkit.model;

import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A repair log in memory. Thread-safe: everything is guarded by the log. */
public final class ModelRepairLog implements RepairLog {
  private static final Comparator<RepairEntry> ORDER =
      Comparator.comparing(RepairEntry::counter).thenComparing(RepairEntry::subject);

  private final Map<String, Repair> repairs = new LinkedHashMap<>();
  private final Map<LocalDate, Integer> numbers = new HashMap<>();
  private final Map<Key, RepairEntry> entries = new LinkedHashMap<>();
  private final Map<Place, RepairEntry> newest = new HashMap<>();

  private final Set<String> abandoned = new HashSet<>();

  private record Key(String repair, Place place, RepairEntry.Layout layout) {}

  private record Place(String counter, Subject subject) {}

  @Override
  public synchronized Repair open(Instant at) {
    LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
    int number = numbers.merge(day, 1, Integer::sum);
    String id =
        "r-"
            + DateTimeFormatter.BASIC_ISO_DATE.format(day)
            + String.format(Locale.ROOT, "-%04d", number);
    Repair repair = new Repair(id, Repair.State.OPEN, at, null);
    repairs.put(id, repair);
    return repair;
  }

  @Override
  public synchronized void record(List<RepairEntry> written) {
    for (RepairEntry entry : written) {
      Place place = new Place(entry.counter(), entry.subject());
      entries.put(new Key(entry.repairId(), place, entry.layout()), entry);
      newest.put(place, entry);
    }
  }

  @Override
  public synchronized void close(String repairId, Repair.State state, Instant at) {
    if (repairs.computeIfPresent(
            repairId, (id, repair) -> new Repair(id, state, repair.openedAt(), at))
        == null) {
      throw new BadRequestException("There is no repair " + repairId + " in the model.");
    }
  }

  /** Says that whoever was at work on a repair is gone, as when its process died. */
  public synchronized void abandon(String repairId) {
    abandoned.add(repairId);
  }

  @Override
  public synchronized List<Repair> interruptAbandoned(Instant at) {
    List<Repair> interrupted = new ArrayList<>();
    for (Repair repair : inState(Repair.State.OPEN, Integer.MAX_VALUE)) {
      if (abandoned.remove(repair.id())) {
        close(repair.id(), Repair.State.INTERRUPTED, at);
        interrupted.add(new Repair(repair.id(), Repair.State.INTERRUPTED, repair.openedAt(), at));
        record(
            entries(repair.id(), null, null, Integer.MAX_VALUE).stream()
                .filter(entry -> entry.state() == RepairEntry.State.INTENDED)
                .map(entry -> entry.become(RepairEntry.State.UNKNOWN, at))
                .toList());
      }
    }
    return interrupted;
  }

  @Override
  public synchronized Optional<Repair> find(String repairId) {
    return Optional.ofNullable(repairs.get(repairId));
  }

  @Override
  public synchronized List<Repair> inState(Repair.State state, int limit) {
    return repairs.values().stream()
        .filter(repair -> repair.state() == state)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized List<RepairEntry> entries(
      String repairId, @Nullable String afterCounter, @Nullable Subject afterSubject, int limit) {
    List<RepairEntry> found = new ArrayList<>();
    for (RepairEntry entry : entries.values()) {
      if (entry.repairId().equals(repairId) && isPast(entry, afterCounter, afterSubject)) {
        found.add(entry);
      }
    }
    found.sort(ORDER);
    return List.copyOf(found.subList(0, Math.min(limit, found.size())));
  }

  private static boolean isPast(
      RepairEntry entry, @Nullable String afterCounter, @Nullable Subject afterSubject) {
    if (afterCounter == null) {
      return true;
    }
    int order = entry.counter().compareTo(afterCounter);
    return order > 0
        || (order == 0 && (afterSubject == null || entry.subject().compareTo(afterSubject) > 0));
  }

  @Override
  public synchronized Optional<RepairEntry> newest(String counter, Subject subject) {
    return Optional.ofNullable(newest.get(new Place(counter, subject)));
  }

  @Override
  public synchronized Set<Subject> known(String counter, Collection<Subject> subjects) {
    Set<Subject> known = new HashSet<>();
    for (Subject subject : subjects) {
      if (newest.containsKey(new Place(counter, subject))) {
        known.add(subject);
      }
    }
    return known;
  }
}
