package dev.trueup.testkit.simulation;

import dev.trueup.counter.Change;
import dev.trueup.counter.Windows;
import dev.trueup.testkit.simulation.Sent.Effect;
import dev.trueup.testkit.simulation.Sent.Operation;
import dev.trueup.testkit.simulation.World.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The user's application: it writes rows in transactions and sends the changes of each. */
final class Application {
  private final Settings settings;
  private final Agenda agenda;
  private final RandomGenerator random;
  private final World world;
  private final OpenTransactions open;
  private final Deliveries deliveries;
  private final Auditor auditor;
  private final RareCounts rare;
  private final long endsAt;
  private long stamps;

  Application(
      Settings settings,
      Agenda agenda,
      RandomGenerator random,
      World world,
      OpenTransactions open,
      Deliveries deliveries,
      Auditor auditor) {
    this.settings = settings;
    this.agenda = agenda;
    this.random = random;
    this.world = world;
    this.open = open;
    this.deliveries = deliveries;
    this.auditor = auditor;
    this.rare = auditor.rare;
    this.endsAt = agenda.now() + settings.horizon();
  }

  /** Rows that were there before the counter was enabled, and the first of those to come. */
  void begin() {
    for (int i = 0; i < 5; i++) {
      long createdAt = agenda.now() - (long) (random.nextDouble() * settings.settle() * 3);
      Row fact = newFact(random.nextInt(4) == 0 ? World.NONE : createdAt);
      fact.visible = true;
      world.rows.add(fact);
      planNextChangeOf(fact);
    }
    planNextCreation();
  }

  private Row newFact(long createdAt) {
    return new Row(
        "c" + world.rows.size(),
        random.nextInt(settings.subjects()),
        random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 1,
        createdAt);
  }

  /**
   * Writers stop when their time is over, but neither before enough has happened nor long after.
   */
  private boolean goesOn() {
    long events = agenda.events();
    return events < Simulation.EVENTS_MIN
        || (agenda.now() < endsAt && events < Simulation.EVENTS_MIN * 5 / 4);
  }

  private void planNextCreation() {
    long gap = (long) (-Math.log(1 - random.nextDouble()) * settings.horizon() / 85);
    if (goesOn()) {
      agenda.after(gap, "a row is inserted", this::create);
    }
  }

  private void planNextChangeOf(Row fact) {
    double soon = random.nextInt(3) == 0 ? 0.2 : 4;
    long gap = (long) (-Math.log(1 - random.nextDouble()) * settings.settle() * soon);
    if (goesOn()) {
      agenda.after(gap, "a row is changed", () -> change(fact));
    }
  }

  /** A stamp as an application server writes it: off by the skew, and never the same twice. */
  private long stamp() {
    long off = (long) ((random.nextDouble() * 2 - 1) * settings.skew());
    long millis = Math.floorDiv(agenda.now() + off, 1_000);
    return millis * 1_000 + stamps++ % 1_000;
  }

  private long commitDelay() {
    return (long) (random.nextDouble() * settings.lag());
  }

  private void create() {
    planNextCreation();
    long stamp = stamp();
    // As of a past boundary nobody can say whether a row without a created stamp was there yet, so
    // an immutable source has none that are new.
    boolean nullStamp = !settings.immutable() && chance(0.05);
    Row fact = newFact(nullStamp ? World.NONE : stamp);
    world.rows.add(fact);
    if (nullStamp) {
      rare.add(RareEvent.NULL_CREATED_STAMP);
    }
    Operation operation = new Operation(RareEvent.INSERT, !nullStamp, agenda.now());
    List<Sent> changes =
        List.of(sent(operation, fact.subject, fact.weight, fact, stamp, fact.createdAt));
    fact.inserted = operation;
    rare.add(RareEvent.INSERT);
    // One that outlives the settle time makes its change late, so that no calm world has one.
    boolean longTransaction =
        settings.tellsOpenTransactions() && !settings.calm() && !nullStamp && chance(0.1);
    long delay =
        longTransaction
            ? (long) (settings.settle() * (1 + 2 * random.nextDouble()))
            : commitDelay();
    transact(operation, fact, changes, delay, !longTransaction, () -> fact.visible = true);
  }

  private Sent sent(
      Operation operation, int subject, long amount, Row fact, long occurredAt, long factAt) {
    Instant at = factAt == World.NONE ? Windows.BEFORE_ALL : Agenda.instant(factAt);
    Change change =
        Change.adjusted(Settings.COUNTER, Subjects.of(subject).key(), amount)
            .fact(fact.key)
            .factAt(at)
            .at(Agenda.instant(occurredAt));
    return new Sent(change, new Effect(operation, subject, amount), occurredAt, factAt, settings);
  }

  /** Begins now and commits later; changes are sent after it, or recklessly before. */
  private void transact(
      Operation operation,
      Row fact,
      List<Sent> changes,
      long delay,
      boolean maySendBefore,
      Runnable write) {
    fact.locked = true;
    long begunAt = agenda.now();
    open.begin(begunAt);
    boolean before = maySendBefore && chance(0.1);
    boolean rolledBack = before && !settings.calm() && chance(0.3);
    if (before) {
      rare.add(
          rolledBack ? RareEvent.ROLLED_BACK_AFTER_SENDING : RareEvent.COMMITTED_AFTER_SENDING);
      operation.phantom = rolledBack;
      deliveries.send(changes);
    }
    agenda.after(
        delay,
        "a transaction ends",
        () -> {
          open.end(begunAt);
          fact.locked = false;
          if (!rolledBack) {
            write.run();
            operation.committedAt = agenda.now();
            changes.forEach(sent -> auditor.committed(sent.effect.subject));
            if (auditor.trace.isOn()) {
              auditor.trace.line("commit of " + operation.kind + " " + changes.get(0).change.id());
            }
            if (!before) {
              deliveries.send(changes);
            }
          }
          if (fact.isThere()) {
            planNextChangeOf(fact);
          }
        });
  }

  private void change(Row fact) {
    if (fact.locked || !fact.isThere()) {
      return;
    }
    if (settings.immutable()) {
      changeImmutable(fact);
    } else {
      changeMutable(fact);
    }
  }

  private void changeImmutable(Row fact) {
    if (fact.deletedAt != World.NONE) {
      if (isInsideEveryBase(fact.deletedAt)) {
        fact.gone = true;
        rare.add(RareEvent.PURGE_OF_SETTLED_ROW);
      }
      return;
    }
    long stamp = stamp();
    // An immutable source may leave the created stamp out; it is then the time of the event. That
    // is
    // right unless the clocks that wrote the two stamps make the row end before it began.
    boolean mayLeaveOut = settings.startOf(stamp) >= settings.startOf(fact.createdAt);
    long factAt = mayLeaveOut && chance(0.3) ? stamp : fact.createdAt;
    softDelete(fact, stamp, factAt);
  }

  private boolean isInsideEveryBase(long time) {
    AuditedSubject books = auditor.subjects.get(Subjects.of(0));
    for (AuditedSubject one : auditor.subjects.values()) {
      books = books == null || one.eventsBefore < books.eventsBefore ? one : books;
    }
    return books != null && books.hasBase && time + settings.settle() < books.eventsBefore;
  }

  private void softDelete(Row fact, long stamp, long factAt) {
    Operation operation = new Operation(RareEvent.SOFT_DELETE, true, agenda.now());
    List<Sent> changes = new ArrayList<>();
    if (fact.amountNow() != 0) {
      changes.add(sent(operation, fact.subject, -fact.weight, fact, stamp, factAt));
    }
    begin(
        operation,
        fact,
        changes,
        () -> {
          fact.deletedAt = stamp;
          fact.deleted = operation;
        });
  }

  private void begin(Operation operation, Row fact, List<Sent> changes, Runnable write) {
    rare.add(operation.kind);
    if (operation.kind != RareEvent.SOFT_DELETE) {
      fact.loseTraces();
    }
    if (changes.isEmpty()) {
      write.run();
      planNextChangeOf(fact);
      return;
    }
    transact(operation, fact, changes, commitDelay(), true, write);
  }

  private void changeMutable(Row fact) {
    long stamp = stamp();
    int dice = random.nextInt(16);
    if (dice < 4) {
      if (fact.deletedAt == World.NONE) {
        softDelete(fact, stamp, fact.createdAt);
      } else {
        edit(
            RareEvent.RESTORE,
            fact,
            stamp,
            fact.approved ? fact.weight : 0,
            () -> fact.deletedAt = World.NONE);
      }
    } else if (dice < 6) {
      edit(RareEvent.HARD_DELETE, fact, stamp, -fact.amountNow(), () -> fact.gone = true);
    } else if (dice < 9) {
      move(fact, stamp);
    } else if (dice < 12) {
      long weight = 1L + random.nextInt(5);
      edit(
          RareEvent.WEIGHT_EDIT,
          fact,
          stamp,
          fact.counts() ? weight - fact.weight : 0,
          () -> fact.weight = weight);
    } else if (dice < 15) {
      boolean approved = !fact.approved;
      long amount = fact.deletedAt != World.NONE ? 0 : approved ? fact.weight : -fact.weight;
      edit(RareEvent.PREDICATE_FLIP, fact, stamp, amount, () -> fact.approved = approved);
    } else {
      redate(fact, stamp);
    }
  }

  private void edit(RareEvent kind, Row fact, long stamp, long amount, Runnable write) {
    Operation operation = new Operation(kind, false, agenda.now());
    List<Sent> changes = new ArrayList<>();
    if (amount != 0) {
      changes.add(sent(operation, fact.subject, amount, fact, stamp, fact.createdAt));
    }
    begin(operation, fact, changes, write);
  }

  private void move(Row fact, long stamp) {
    int to = (fact.subject + 1 + random.nextInt(settings.subjects() - 1)) % settings.subjects();
    Operation operation = new Operation(RareEvent.MOVE, false, agenda.now());
    List<Sent> changes = new ArrayList<>();
    if (fact.amountNow() != 0) {
      changes.add(sent(operation, fact.subject, -fact.weight, fact, stamp, fact.createdAt));
      changes.add(sent(operation, to, fact.weight, fact, stamp, fact.createdAt));
    }
    begin(operation, fact, changes, () -> fact.subject = to);
  }

  private void redate(Row fact, long stamp) {
    if (fact.createdAt == World.NONE) {
      return;
    }
    long createdAt = fact.createdAt - (long) (random.nextDouble() * settings.settle() * 2);
    Operation operation = new Operation(RareEvent.CREATED_STAMP_EDIT, false, agenda.now());
    List<Sent> changes = new ArrayList<>();
    if (fact.amountNow() != 0) {
      changes.add(sent(operation, fact.subject, -fact.weight, fact, stamp, fact.createdAt));
      changes.add(sent(operation, fact.subject, fact.weight, fact, stamp, createdAt));
    }
    begin(operation, fact, changes, () -> fact.createdAt = createdAt);
  }

  private boolean chance(double share) {
    return random.nextDouble() < share;
  }
}
