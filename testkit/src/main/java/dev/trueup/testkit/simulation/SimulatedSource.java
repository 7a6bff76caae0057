package dev.trueup.testkit.simulation;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.store.FactSource;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.testkit.simulation.World.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The application's database as one reconciler reads it. */
final class SimulatedSource implements FactSource {
  private final World world;
  private final Clocks clocks;
  private final Session session;

  SimulatedSource(World world, Clocks clocks, Session session) {
    this.world = world;
    this.clocks = clocks;
    this.session = session;
  }

  @Override
  public Instant now() {
    session.requireAlive();
    return Agenda.instant(clocks.source());
  }

  @Override
  public SourceSnapshot open() {
    session.requireAlive();
    return new Snapshot(clocks.source());
  }

  private final class Snapshot implements SourceSnapshot {
    private final long firstReadAt;

    Snapshot(long firstReadAt) {
      this.firstReadAt = firstReadAt;
    }

    @Override
    public Instant firstReadAt() {
      return Agenda.instant(firstReadAt);
    }

    @Override
    public Instant lastReadAt() {
      return Agenda.instant(clocks.source());
    }

    @Override
    public Optional<Instant> oldestOpenTransaction() {
      long oldest = clocks.oldestOpenTransaction();
      return oldest == World.ALWAYS ? Optional.empty() : Optional.of(Agenda.instant(oldest));
    }

    @Override
    public Optional<Instant> newestStamp() {
      long newest = World.NONE;
      for (Row fact : world.rows) {
        if (fact.isThere()) {
          newest = Math.max(newest, Math.max(fact.createdAt, fact.deletedAt));
        }
      }
      return newest == World.NONE ? Optional.empty() : Optional.of(Agenda.instant(newest));
    }

    @Override
    public Map<Subject, Truth> count(
        Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf) {
      session.requireAlive();
      Map<Subject, Truth> truths = new HashMap<>();
      for (Subject subject : subjects) {
        long before = Agenda.micros(factsBefore);
        long at = asOf == null ? World.ALWAYS : Agenda.micros(asOf);
        long value = world.count(Subjects.number(subject), before, at);
        truths.put(subject, new Truth(value, 1));
        session.counted(subject, value, firstReadAt, clocks.source());
      }
      return truths;
    }

    @Override
    public long tail(Subject subject, Watermark watermark) {
      long before = Agenda.micros(watermark.factsBefore());
      long at = Agenda.micros(watermark.eventsBefore());
      long sum = 0;
      for (Row fact : world.rows) {
        if (fact.subject == Subjects.number(subject)) {
          boolean recent = fact.createdAt != World.NONE && fact.createdAt >= before;
          if (recent && fact.counts()) {
            sum += fact.weight;
          } else if (clocks.immutable() && !recent && fact.deletedAt >= at && fact.isThere()) {
            sum -= fact.weight;
          }
        }
      }
      return sum;
    }

    @Override
    public OptionalLong subjectsEstimate() {
      return OptionalLong.empty();
    }

    @Override
    public List<Subject> subjects(@Nullable Subject after, int limit) {
      return page(Row::isThere, after, limit);
    }

    @Override
    public List<Subject> changedSince(
        Instant created, Instant deleted, @Nullable Subject after, int limit) {
      long createdFrom = Agenda.micros(created);
      long deletedFrom = Agenda.micros(deleted);
      return page(
          fact ->
              fact.isThere()
                  && ((fact.createdAt != World.NONE && fact.createdAt >= createdFrom)
                      || (fact.deletedAt != World.NONE && fact.deletedAt >= deletedFrom)),
          after,
          limit);
    }

    private List<Subject> page(Predicate<Row> taken, @Nullable Subject after, int limit) {
      session.requireAlive();
      Set<Subject> found = new TreeSet<>();
      for (Row fact : world.rows) {
        if (taken.test(fact)) {
          Subject subject = Subjects.of(fact.subject);
          if (after == null || subject.compareTo(after) > 0) {
            found.add(subject);
          }
        }
      }
      return found.stream().limit(limit).toList();
    }

    @Override
    public List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit) {
      long fromFacts = Agenda.micros(from.factsBefore());
      long toFacts = Agenda.micros(to.factsBefore());
      long fromEvents = Agenda.micros(from.eventsBefore());
      long toEvents = Agenda.micros(to.eventsBefore());
      return facts(
          subject,
          fact ->
              fact.createdAt >= fromFacts
                  ? fact.createdAt < toFacts
                  : fact.deletedAt >= fromEvents && fact.deletedAt < toEvents,
          limit);
    }

    @Override
    public List<Fact> factsById(Subject subject, Collection<String> ids) {
      return facts(subject, fact -> ids.contains(fact.key), Integer.MAX_VALUE);
    }

    private List<Fact> facts(Subject subject, Predicate<Row> taken, int limit) {
      List<Fact> found = new ArrayList<>();
      for (Row fact : world.rows) {
        if (fact.subject == Subjects.number(subject)
            && fact.isThere()
            && taken.test(fact)
            && found.size() < limit) {
          Instant createdAt =
              fact.createdAt == World.NONE ? Windows.BEFORE_ALL : Agenda.instant(fact.createdAt);
          found.add(new Fact(fact.key, createdAt, fact.weight, fact.counts()));
        }
      }
      return found;
    }

    @Override
    public void close() {
      // Nothing is held open.
    }
  }
}
