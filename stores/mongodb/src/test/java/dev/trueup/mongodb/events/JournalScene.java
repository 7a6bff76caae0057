package dev.trueup.mongodb.events;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.Events;
import dev.trueup.events.JournalDocuments;
import dev.trueup.events.ManagedJournal;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.MongoRetries;
import dev.trueup.mongodb.MongoSettings;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.mongodb.managed.MongoCounterStore;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.PassReport;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.CounterStore;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.time.RealWaiter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** One counter of events in a database of its own, with whatever is to happen before a verb. */
final class JournalScene implements AutoCloseable {
  static final Subject PAGE = new Subject("42");
  private static final Instant ALL_TIMES = Instant.parse("9999-01-01T00:00:00Z");

  final TestMongo server = TestMongo.newDatabase();
  final EventCounter counter;
  final MongoJournal documents;
  final Events events;
  final Instant at;
  private final DocumentDatabase database;
  private final ModelRepairLog log = new ModelRepairLog();
  private final ManagedCounter managed;

  JournalScene(EventCounter counter) {
    this.counter = counter;
    this.database = server.open();
    this.documents = new MongoJournal(database);
    documents.enable(counter);
    this.managed = managed(counter, database);
    this.events = facade(new ManagedJournal(counter, managed, documents));
    this.at = documents.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(20);
  }

  static ManagedCounter managed(EventCounter counter, DocumentDatabase database) {
    MongoCounterStore store = new MongoCounterStore(database, 1);
    Counter definition =
        new Counter(
            counter.name(), new Windows(Duration.ofMillis(50)), Duration.ofMillis(150), true);
    store.enable(definition);
    return new ManagedCounter(definition, store, new JournalSource(database, counter.name()));
  }

  private static Events facade(ManagedJournal journal) {
    return new Events(List.of(journal), List.of());
  }

  /** A sender before whose first call of a verb something happens. */
  Events letting(String verb, Runnable meanwhile) {
    return facade(
        new ManagedJournal(
            counter, managed, before(JournalDocuments.class, documents, verb, meanwhile)));
  }

  /** The same, and before whose first call of another verb something else happens. */
  Events letting(String verb, Runnable meanwhile, String other, Runnable next) {
    JournalDocuments first = before(JournalDocuments.class, documents, verb, meanwhile);
    return facade(
        new ManagedJournal(counter, managed, before(JournalDocuments.class, first, other, next)));
  }

  /** A sender whose counter is another's matter from the first change on. */
  Events countingAfter(Runnable meanwhile) {
    CounterStore store = before(CounterStore.class, managed.store(), "accept", meanwhile);
    return facade(
        new ManagedJournal(
            counter, new ManagedCounter(managed.counter(), store, managed.source()), documents));
  }

  private static <T> T before(Class<T> seam, T inner, String verb, Runnable meanwhile) {
    AtomicReference<Runnable> once = new AtomicReference<>(meanwhile);
    return seam.cast(
        Proxy.newProxyInstance(
            seam.getClassLoader(),
            new Class<?>[] {seam},
            (proxy, method, arguments) -> {
              if (method.getName().equals(verb)) {
                once.getAndSet(() -> {}).run();
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** The same counter through another address, whose sender and sealer repeat nothing. */
  ManagedJournal through(DocumentDatabase other) {
    return new ManagedJournal(counter, managed(counter, other), new MongoJournal(other));
  }

  static DocumentDatabase open(String url, MongoRetries retries) {
    return DocumentDatabase.open(
        MongoSettings.of("docs", url, null, null).withRetries(retries),
        InstantSource.system(),
        new RealWaiter(),
        new SecureRandom());
  }

  Event event(String id) {
    return Event.of(counter.name(), PAGE.key(), id, at);
  }

  Outcome send(String id) {
    return events.apply(event(id));
  }

  long value() {
    return events.read(counter.name(), PAGE.key()).value();
  }

  boolean hasBase() {
    return events.read(counter.name(), PAGE.key()).hasBase();
  }

  /** What sealed part and journal come to. */
  long truth() {
    try (SourceSnapshot snapshot = managed.source().open()) {
      return snapshot
          .count(List.of(PAGE), ALL_TIMES, null)
          .getOrDefault(PAGE, SourceSnapshot.Truth.ZERO)
          .value();
    }
  }

  PassReport sweep() {
    return reconciler().sweep(finding -> {}, progress -> {});
  }

  PassReport audit() {
    return reconciler().audit(finding -> {}, progress -> {});
  }

  private Reconciler reconciler() {
    return new Reconciler(
        managed.counter(),
        managed.store(),
        managed.source(),
        log,
        InstantSource.system(),
        new RealWaiter(),
        new Pace(new RealWaiter()),
        Reconciler.Limits.DEFAULT);
  }

  /** Sweeps until every event that is there now is inside the base. */
  void settleAll() {
    Instant from = documents.now();
    RealWaiter waiter = new RealWaiter();
    do {
      sweep();
      waiter.waitFor(Duration.ofMillis(60));
    } while (!isInside(from));
  }

  private boolean isInside(Instant instant) {
    var head = managed.store().heads(managed.counter(), List.of(PAGE)).get(PAGE);
    return head != null
        && head.base() != null
        && head.base().watermark().factsBefore().isAfter(instant);
  }

  /** As if the retention of every event that is there were over. */
  void raiseLine() {
    documents.raiseLine(counter, at.plusSeconds(10));
  }

  long documentsLeft() {
    return database.collection(EventDocuments.COLLECTION).countDocuments();
  }

  @Override
  public void close() {
    database.close();
    server.close();
  }
}
