package dev.trueup.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Windows;
import dev.trueup.jdbc.cases.Forum.View;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.TestDatabase;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * I1, I3 and I5 on field cases, with managed counters: every case is played in several ways on one
 * table, each on subjects of its own, each subject with a base from before.
 */
abstract class ManagedFieldCases {
  /** Cases of other kinds of truth; their tests are with those kinds, or come with them. */
  static final Map<Integer, String> OF_OTHER_KINDS = openCases();

  private static final Duration SETTLE = Duration.ofSeconds(60);
  private static final long SENTINEL = 1_000;

  abstract TestDatabase newDatabase();

  abstract Stores open(TestDatabase database);

  /** What the database under test offers. */
  interface Stores extends AutoCloseable {
    CounterStore store();

    RepairLog log();

    FactSource source(SourceDefinition definition);

    @Override
    void close();
  }

  private static Map<Integer, String> openCases() {
    Map<Integer, String> open = new LinkedHashMap<>();
    open.put(4, "ledger: quota");
    open.put(31, "members, in MemberFieldCasesTest, and events, in EventCaseSuite: a local day");
    open.put(40, "activity: recent list");
    open.put(42, "activity: recent list");
    open.put(43, "activity: unread per reader");
    open.put(44, "ledger: reservation");
    open.put(46, "ledger: stock");
    open.put(49, "rows, adopted only: distinct values");
    return open;
  }

  private static SourceDefinition source(View view) {
    List<String> subject =
        switch (view) {
          case BY_PARENT -> List.of("parent");
          case BY_USER -> List.of("usr");
          case BY_KIND -> List.of("parent", "kind");
          case BY_USER_KIND -> List.of("usr", "kind");
          case BY_BUCKET -> List.of("parent", "bucket");
        };
    return new SourceDefinition(
        "app",
        "case_row",
        null,
        null,
        subject,
        "hidden_mod = 0 AND hidden_author = 0",
        "weight",
        null,
        RoundingMode.HALF_UP,
        null,
        "id",
        "created",
        null,
        ZoneOffset.UTC,
        false);
  }

  @Test
  void everyCaseEndsWithItsRightValuesHoweverItsChangesArrive() throws SQLException {
    Path file = FieldCase.file().orElse(null);
    if (file == null) {
      Assumptions.abort("no file of field cases beside the project");
      return;
    }
    List<FieldCase> cases =
        FieldCase.read(file).stream()
            .filter(one -> !OF_OTHER_KINDS.containsKey(one.number()))
            .toList();
    OF_OTHER_KINDS.forEach(
        (number, why) -> System.out.println("case " + number + " is of another kind: " + why));
    assertThat(cases).hasSizeGreaterThanOrEqualTo(28);

    try (TestDatabase database = newDatabase()) {
      database.execute(Forum.TABLE);
      try (Stores stores = open(database);
          Connection connection = database.connect()) {
        connection.setAutoCommit(false);
        new Run(database.kind(), connection, stores, cases).run();
      }
    }
  }

  /** One table, one store, all cases in all ways. */
  private static final class Run {
    private final DatabaseKind kind;
    private final Connection connection;
    private final Stores stores;
    private final List<FieldCase> cases;
    private final Map<View, ManagedCounter> managed = new EnumMap<>(View.class);
    private final Map<View, ShiftedSource> sources = new EnumMap<>(View.class);
    private final Map<String, Long> sentinels = new LinkedHashMap<>();
    private final Map<Outcome.Kind, Integer> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final Counters counters;

    Run(DatabaseKind kind, Connection connection, Stores stores, List<FieldCase> cases) {
      this.kind = kind;
      this.connection = connection;
      this.stores = stores;
      this.cases = cases;
      for (View view : View.values()) {
        Counter counter =
            new Counter(view.counter, new Windows(Duration.ofSeconds(1)), SETTLE, false);
        stores.store().enable(counter);
        // So far ahead that the first base is one of a store that has accepted every change.
        ShiftedSource source =
            new ShiftedSource(stores.source(ManagedFieldCases.source(view)), SETTLE.plusSeconds(2));
        sources.put(view, source);
        managed.put(view, new ManagedCounter(counter, stores.store(), source));
      }
      counters = new Counters(managed.values(), List.of());
    }

    void run() throws SQLException {
      for (FieldCase one : cases) {
        for (Play play : Play.values()) {
          plantSentinels(one, prefix(one, play));
        }
      }
      sweep();
      List<String> wrong = new ArrayList<>();
      List<String> drifted = new ArrayList<>();
      for (FieldCase one : cases) {
        for (Play play : Play.values()) {
          play(one, play);
          if (play.isHonest() && tellsEverything(one)) {
            compare(one, play, "before any recount", wrong);
          } else {
            compare(one, play, "before any recount", drifted);
          }
        }
      }
      // The comparison can see a wrong value: what was not told, or told twice, is one.
      assertThat(drifted).hasSizeGreaterThan(cases.size());
      sources.values().forEach(source -> source.waitFor(Duration.ofMinutes(10)));
      sweep();
      for (FieldCase one : cases) {
        for (Play play : Play.values()) {
          compare(one, play, "after the sweep", wrong);
        }
      }
      System.out.println(kind + ": " + cases.size() + " cases, outcomes " + outcomes);
      assertThat(wrong).isEmpty();
      assertThat(outcomes).containsKeys(Outcome.Kind.APPLIED, Outcome.Kind.DUPLICATE);
      assertThat(outcomes).doesNotContainKeys(Outcome.Kind.REJECTED, Outcome.Kind.UNKNOWN);
    }

    private static String prefix(FieldCase one, Play play) {
      return "case" + one.number() + "-" + play + ":";
    }

    /**
     * Some histories lose a change by themselves; their readings are right after the sweep only.
     */
    private static boolean tellsEverything(FieldCase one) {
      return one.events().stream()
          .noneMatch(
              event -> event.verb().equals("lost-increment") || event.verb().equals("bulk-add"));
    }

    /** A row that was there long before, so that each subject has a base when its case begins. */
    private void plantSentinels(FieldCase one, String prefix) throws SQLException {
      Instant longAgo = Instant.parse("2001-01-01T00:00:00Z");
      Forum forum = new Forum(kind, connection, prefix);
      Set<String> rows = new LinkedHashSet<>(one.wanted().keySet());
      for (String key : rows) {
        forum.plant(WantedKey.of(key), key, SENTINEL, longAgo);
      }
      for (Change change : forum.changes()) {
        sentinels.merge(change.counter() + " " + change.subject(), change.amount(), Long::sum);
      }
    }

    private void play(FieldCase one, Play play) throws SQLException {
      // Past the base's watermark, and within the settle time that a stamp may be ahead.
      Instant start = databaseNow().plusSeconds(10);
      Forum forum = new Forum(kind, connection, prefix(one, play));
      List<FieldCase.Event> happened = new ArrayList<>(one.events());
      happened.sort(Comparator.comparingInt(FieldCase.Event::sequence));
      Map<FieldCase.Event, List<Change>> sent = new LinkedHashMap<>();
      Set<FieldCase.Event> lost = new LinkedHashSet<>();
      FieldCase.Event previous = null;
      for (FieldCase.Event event : happened) {
        int before = forum.changes().size();
        forum.play(event, start.plusMillis(event.sequence()));
        List<Change> changes = forum.changes().subList(before, forum.changes().size());
        sent.computeIfAbsent(event, key -> new ArrayList<>()).addAll(changes);
        if (event.verb().equals("bulk-add")) {
          lost.add(event);
        }
        if (event.verb().equals("lost-increment") && previous != null) {
          lost.add(previous);
        }
        previous = event;
      }
      List<Change> arriving = new ArrayList<>();
      List<Change> buffered = new ArrayList<>();
      for (FieldCase.Event event : new LinkedHashSet<>(one.events())) {
        if (!lost.contains(event)) {
          (event.has("buffered") ? buffered : arriving).addAll(sent.getOrDefault(event, List.of()));
        }
      }
      arriving.addAll(buffered);
      counters
          .apply(play.deliver(arriving))
          .forEach(outcome -> outcomes.merge(outcome.kind(), 1, Integer::sum));
    }

    private Instant databaseNow() {
      return stores.store().now();
    }

    private void sweep() {
      managed.forEach(
          (view, one) -> {
            ShiftedSource source = sources.get(view);
            if (source == null) {
              return;
            }
            Reconciler reconciler =
                new Reconciler(
                    one.counter(),
                    one.store(),
                    source,
                    stores.log(),
                    InstantSource.system(),
                    source,
                    new Pace(source),
                    new Reconciler.Limits(200, 5_000, Duration.ofSeconds(30), 100));
            reconciler.sweep(finding -> {}, progress -> {});
          });
    }

    private void compare(FieldCase one, Play play, String when, List<String> wrong) {
      one.wanted()
          .forEach(
              (key, value) -> {
                WantedKey wanted = WantedKey.of(key);
                String subject = wanted.subject(prefix(one, play));
                String counter = wanted.view().counter;
                long right =
                    Long.parseLong(value) + sentinels.getOrDefault(counter + " " + subject, 0L);
                Reading reading = counters.read(counter, subject);
                if (reading.value() != right || !reading.hasBase()) {
                  wrong.add(
                      "case "
                          + one.number()
                          + " "
                          + play
                          + " "
                          + when
                          + ": "
                          + key
                          + " reads "
                          + reading
                          + ", right is "
                          + right);
                }
              });
    }
  }
}
