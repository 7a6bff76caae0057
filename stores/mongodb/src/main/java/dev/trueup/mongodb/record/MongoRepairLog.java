package dev.trueup.mongodb.record;

import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repair log in MongoDB. Whoever opened a repair holds it by a lease that is renewed as long as
 * this log lives; a repair whose process died is found abandoned when its lease ends, {@link #HELD}
 * after the last sign of life.
 */
public final class MongoRepairLog implements RepairLog, AutoCloseable {
  /** For how long a repair is known to be worked on after the last sign of life. */
  public static final Duration HELD = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(MongoRepairLog.class);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int ATTEMPTS_MAX = 20;
  private static final int ABANDONED_MAX = 1_000;

  private final DocumentDatabase database;
  private final RepairDocuments repairs;
  private final EntryDocuments entries;
  private final String owner = UUID.randomUUID().toString();
  private final Set<String> atWork = ConcurrentHashMap.newKeySet();
  // Guarded by this; made when the first repair is opened.
  private @Nullable ScheduledExecutorService heart;

  private MongoRepairLog(DocumentDatabase database) {
    this.database = database;
    this.repairs = new RepairDocuments(database, HELD);
    this.entries = new EntryDocuments(database);
  }

  /** A log that is ready: its collections and indexes are made where they are missing. */
  public static MongoRepairLog prepared(DocumentDatabase database) {
    MongoRepairLog log = new MongoRepairLog(database);
    log.repairs.prepare();
    log.entries.prepare();
    return log;
  }

  /** A log as it is, which {@link #isIn} found; for looking things up. */
  public static MongoRepairLog existing(DocumentDatabase database) {
    return new MongoRepairLog(database);
  }

  /** Whether a database has a log. Asking makes none. */
  public static boolean isIn(DocumentDatabase database) {
    return database.read(
        "look for Trueup's own collections",
        () ->
            database
                .database()
                .listCollectionNames()
                .into(new ArrayList<>())
                .contains(RepairDocuments.COLLECTION));
  }

  @Override
  public Repair open(Instant at) {
    String day = DAY.format(at);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int number = repairs.nextNumber(day);
      String id = "r-" + day + "-" + String.format(Locale.ROOT, "%04d", number);
      Repair repair = new Repair(id, Repair.State.OPEN, at, null);
      if (repairs.insert(repair, day, number, owner)) {
        atWork.add(id);
        beat();
        return repair;
      }
    }
    throw new UnavailableException(
        "Too many repairs were opened at the same moment in " + database.place() + ". Run again.");
  }

  private synchronized void beat() {
    if (heart == null) {
      ScheduledExecutorService started =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "trueup-repair-lease");
                thread.setDaemon(true);
                return thread;
              });
      long third = HELD.toMillis() / 3;
      var unused =
          started.scheduleAtFixedRate(this::renewOrSay, third, third, TimeUnit.MILLISECONDS);
      heart = started;
    }
  }

  private void renewOrSay() {
    if (atWork.isEmpty()) {
      return;
    }
    try {
      repairs.renew(owner);
    } catch (TrueupException e) {
      // An exception would end the beat; the lease ends by itself if this goes on.
      LOG.warn("The lease of repairs {} could not be renewed", atWork, e);
    }
  }

  @Override
  public void record(List<RepairEntry> recorded) {
    if (!recorded.isEmpty()) {
      entries.record(recorded);
    }
  }

  @Override
  public void close(String repairId, Repair.State state, Instant at) {
    boolean changed = repairs.close(repairId, state, at);
    atWork.remove(repairId);
    if (!changed) {
      throw new BadRequestException(
          "There is no repair " + repairId + " in " + database.place() + ".");
    }
  }

  /** Each step may be repeated: who dies on the way leaves a repair that is found again. */
  @Override
  public List<Repair> interruptAbandoned(Instant at) {
    List<Repair> interrupted = new ArrayList<>();
    for (Repair open : inState(Repair.State.OPEN, ABANDONED_MAX)) {
      if (!atWork.contains(open.id()) && repairs.take(open.id(), owner)) {
        entries.forgetIntentions(open.id(), at);
        repairs.close(open.id(), Repair.State.INTERRUPTED, at);
        interrupted.add(new Repair(open.id(), Repair.State.INTERRUPTED, open.openedAt(), at));
      }
    }
    return interrupted;
  }

  @Override
  public Optional<Repair> find(String repairId) {
    return repairs.find(repairId);
  }

  @Override
  public List<Repair> inState(Repair.State state, int limit) {
    return repairs.inState(state, limit);
  }

  @Override
  public List<RepairEntry> entries(
      String repairId, @Nullable String afterCounter, @Nullable Subject afterSubject, int limit) {
    return entries.page(repairId, afterCounter, afterSubject, limit);
  }

  @Override
  public Optional<RepairEntry> newest(String counter, Subject subject) {
    return entries.newest(counter, subject);
  }

  @Override
  public Set<Subject> known(String counter, Collection<Subject> subjects) {
    return subjects.isEmpty() ? Set.of() : entries.known(counter, subjects);
  }

  /** Gives back what is held for repairs that were never closed; they count as abandoned then. */
  @Override
  public synchronized void close() {
    if (heart != null) {
      heart.shutdownNow();
      heart = null;
    }
    if (!atWork.isEmpty()) {
      atWork.clear();
      try {
        repairs.giveBack(owner);
      } catch (TrueupException e) {
        LOG.warn("Repairs could not be given back; their lease ends by itself", e);
      }
    }
  }
}
