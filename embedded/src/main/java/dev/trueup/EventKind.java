package dev.trueup;

import dev.trueup.adopted.Watch;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.StoppedException;
import dev.trueup.events.EventAudit;
import dev.trueup.events.EventAudit.Finding;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventFault;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.events.Events;
import dev.trueup.events.KeptEvents;
import dev.trueup.events.ManagedJournal;
import dev.trueup.events.SealLimits;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.events.JdbcEventStore;
import dev.trueup.mongodb.events.MongoJournal;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counters of events of a configuration. Thread-safe. */
final class EventKind implements ExactKind {
  /** One step at a time, so that a closing Trueup waits for no more than that. */
  private static final SealLimits SEAL_PART = new SealLimits(500, 1, Duration.ofMillis(20));

  private final TrueupConfig config;
  private final Databases databases;
  private final ManagedRuntime managed;

  EventKind(TrueupConfig config, Databases databases, ManagedRuntime managed) {
    this.config = config;
    this.managed = managed;
    this.databases = databases;
  }

  /** Every counter of events, enabled in its store. */
  Events events() {
    List<KeptEvents> journals = new ArrayList<>();
    List<String> others = new ArrayList<>();
    Map<Database, EventStore> stores = new HashMap<>();
    for (CounterConfig counter : config.counters().values()) {
      if (counter instanceof CounterConfig.Events events) {
        CounterConfig.Rows rows = JournalRows.of(config, events);
        journals.add(rows == null ? inTransactions(events, stores) : inDocuments(events, rows));
      } else {
        others.add(counter.name());
      }
    }
    return new Events(journals, others);
  }

  private KeptEvents inTransactions(CounterConfig.Events events, Map<Database, EventStore> stores) {
    EventStore store = stores.computeIfAbsent(databases.store(events.store()), JdbcEventStore::new);
    EventCounter one = counter(events);
    store.enable(one);
    return new EventJournal(one, store);
  }

  /** The journal before the counter: from then on the counter is recounted from it. */
  private KeptEvents inDocuments(CounterConfig.Events events, CounterConfig.Rows rows) {
    EventCounter one = counter(events);
    MongoJournal documents = new MongoJournal(databases.documents(rows.source().datasource()));
    documents.enable(one);
    return new ManagedJournal(one, managed.of(rows), documents);
  }

  /** Counters of events that are recounted on a schedule. */
  List<CounterConfig.Rows> managed() {
    List<CounterConfig.Rows> rows = new ArrayList<>();
    for (CounterConfig counter : config.counters().values()) {
      CounterConfig.Rows one =
          counter instanceof CounterConfig.Events ? JournalRows.of(config, counter) : null;
      if (one != null) {
        rows.add(one);
      }
    }
    return rows;
  }

  private static EventCounter counter(CounterConfig.Events events) {
    return EventCounter.of(events.name(), events.retention())
        .withCounts(events.counts())
        .withExclusions(events.leaveOut())
        .withCap(events.cap());
  }

  /**
   * Seals what is older than the retention. Each row is dropped by one process, whichever it is.
   *
   * @param waiter lets the rest after a step pass
   */
  List<Chores.Chore> chores(Events events, Waiter waiter) {
    List<Chores.Chore> chores = new ArrayList<>();
    for (CounterConfig counter : config.counters().values()) {
      if (counter instanceof CounterConfig.Events one) {
        chores.add(
            new Chores.Chore(
                "Sealing " + one.name(),
                Duration.ZERO,
                one.sealEvery(),
                () -> !events.seal(one.name(), SEAL_PART, waiter).done()));
      }
    }
    return chores;
  }

  @Override
  public @Nullable String absence(CounterConfig counter) {
    CounterConfig.Events events = checked(counter);
    boolean known =
        JournalRows.isInDocuments(config, events)
            ? databases.hasStore(null)
                && new MongoJournal(databases.documents(JournalRows.store(config, events)))
                    .isEnabled(events.name())
            : databases.hasStore(events.store())
                && new JdbcEventStore(databases.existingStore(events.store()))
                    .isEnabled(events.name());
    return known
        ? null
        : "Counter "
            + counter.name()
            + " is of kind events and has none yet: no application has used it with this store."
            + " Use it first, or check `store` in "
            + config.place()
            + ".";
  }

  @Override
  public CounterReport audit(CounterConfig counter, RunOptions run) {
    CounterConfig.Events events = checked(counter);
    EventStore store = new JdbcEventStore(databases.existingStore(events.store()));
    EventJournal journal = new EventJournal(counter(events), store);
    ExactFindings found = new ExactFindings(run.listedMax());
    long examined = 0;
    Subject after = null;
    do {
      EventAudit.Page page = EventAudit.page(journal, after, EventStore.BATCH_MAX);
      examined += page.summary().subjects();
      for (Finding one : page.findings()) {
        found.add(
            one.subject(),
            null,
            one.counted(),
            one.truth(),
            one.faults().stream().map(EventFault::message).toList());
      }
      after = page.next();
      run.watch().progress(counter.name(), Watch.Phase.COUNTING, examined, 0);
      if (after != null && run.watch().isStopped()) {
        throw new StoppedException("The audit of " + counter.name() + " was stopped.");
      }
    } while (after != null);
    return found.report(
        counter,
        examined,
        "A value that is not what its events come to was written by somebody else: journal and value"
            + " change together. It is not repaired here; find out who wrote to Trueup's tables.");
  }

  private static CounterConfig.Events checked(CounterConfig counter) {
    if (counter instanceof CounterConfig.Events events) {
      return events;
    }
    throw new BrokenInvariantException("Counter " + counter.name() + " is not of kind events.");
  }
}
