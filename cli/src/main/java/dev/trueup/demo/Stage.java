package dev.trueup.demo;

import dev.trueup.counter.Counter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Windows;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Schema;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.jdbc.managed.JdbcFactSource;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;
import java.math.RoundingMode;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The forum with its four counters and its application, ready to run: three SQLite files, one for
 * the forum and the usual column, one for the recipes that keep their numbers elsewhere, one for
 * Trueup.
 */
final class Stage implements AutoCloseable {
  private static final int FIRST_COMMENTS_MIN = 3;
  private static final int FIRST_COMMENTS_MAX = 60;

  private final List<Database> databases = new ArrayList<>();
  private final Folder folder;
  private final Forum forum;
  private final AtomicOnly atomicOnly;
  private final RecountAndOverwrite recount;
  private final BaseAndDelta baseAndDelta;
  private final Managed managed;
  private final Application application;

  Stage(
      DemoOptions options, Folder folder, Tally tally, InstantSource clock, SleepingWaiter waiter) {
    this.folder = folder;
    RandomGenerator random = new SplittableRandom(options.seed());
    int posts = options.posts();
    Comments comments = new Comments(posts);
    List<Comment> first = firstComments(posts, random, clock.instant());
    first.forEach(comments::addVisible);

    Database forumFile = open("forum");
    Database othersFile = open("others");
    Database trueupFile = open("trueup");
    this.forum = Forum.create(forumFile, posts, first);
    Wire atomicWire = new Wire();
    Wire recountWire = new Wire();
    Wire baseWire = new Wire();
    Wire managedWire = new Wire();
    this.atomicOnly = new AtomicOnly(forum, atomicWire);
    this.recount = new RecountAndOverwrite(forum, othersFile, posts, recountWire, waiter);
    this.baseAndDelta = new BaseAndDelta(forum, othersFile, posts, baseWire);
    this.managed = managed(forumFile, trueupFile, posts, managedWire, clock, waiter);
    this.application =
        new Application(
            forum,
            List.of(
                new Application.Delivery(atomicOnly, atomicWire),
                new Application.Delivery(recount, recountWire),
                new Application.Delivery(baseAndDelta, baseWire),
                new Application.Delivery(managed, managedWire)),
            comments,
            first.size(),
            new Script(random, posts, options.rate()),
            clock,
            tally);
  }

  private Database open(String name) {
    Database database =
        Database.open(
            DatabaseSettings.of(name, folder.url(name + ".db"), null, null)
                .withConnectionsMax(4)
                .creating());
    databases.add(database);
    return database;
  }

  private static Managed managed(
      Database forumFile,
      Database trueupFile,
      int posts,
      Wire wire,
      InstantSource clock,
      SleepingWaiter waiter) {
    Schema.migrate(trueupFile);
    Counter counter =
        new Counter(Application.COUNTER, new Windows(Times.WINDOW), Times.SETTLE, false);
    JdbcRepairLog log = new JdbcRepairLog(trueupFile);
    CounterStore store = new JdbcCounterStore(trueupFile, log, new SecureRandom());
    store.enable(counter);
    FactSource source = new JdbcFactSource(forumFile, source(), Times.STATEMENT_MAX);
    return new Managed(
        new ManagedCounter(counter, new LossyStore(store, wire), source),
        posts,
        new Reconciler(
            counter,
            store,
            source,
            log,
            clock,
            waiter,
            new Pace(waiter),
            Reconciler.Limits.DEFAULT),
        clock,
        waiter);
  }

  private static SourceDefinition source() {
    return new SourceDefinition(
        "forum",
        "comments",
        null,
        null,
        List.of("post_id"),
        null,
        "1",
        null,
        RoundingMode.UNNECESSARY,
        null,
        "id",
        "created_at",
        "deleted_at",
        ZoneOffset.UTC,
        false);
  }

  /** Comments of the last three days. */
  private static List<Comment> firstComments(int posts, RandomGenerator random, Instant now) {
    Instant from = now.truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(3));
    List<Comment> first = new ArrayList<>();
    for (int post = 1; post <= posts; post++) {
      int count = random.nextInt(FIRST_COMMENTS_MIN, FIRST_COMMENTS_MAX);
      for (int at = 0; at < count; at++) {
        Instant created = from.plusSeconds(random.nextLong(Duration.ofDays(3).toSeconds()));
        first.add(new Comment(first.size() + 1L, post, created));
      }
    }
    return first;
  }

  Forum forum() {
    return forum;
  }

  Application application() {
    return application;
  }

  Managed managed() {
    return managed;
  }

  RecountAndOverwrite recount() {
    return recount;
  }

  BaseAndDelta baseAndDelta() {
    return baseAndDelta;
  }

  List<Recipe> recipes() {
    return List.of(atomicOnly, recount, baseAndDelta, managed);
  }

  @Override
  public void close() {
    databases.forEach(Database::close);
  }
}
