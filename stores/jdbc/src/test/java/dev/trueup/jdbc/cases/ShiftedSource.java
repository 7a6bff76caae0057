package dev.trueup.jdbc.cases;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.store.FactSource;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A real source whose clock runs ahead by as much as somebody waited for. So a settle time passes
 * without anybody sleeping, and the rows are still counted by the database.
 */
final class ShiftedSource implements FactSource, Waiter {
  private final FactSource source;
  private Duration ahead;

  ShiftedSource(FactSource source, Duration ahead) {
    this.source = source;
    this.ahead = ahead;
  }

  @Override
  public void waitFor(Duration duration) {
    ahead = ahead.plus(duration);
  }

  @Override
  public Instant now() {
    return source.now().plus(ahead);
  }

  @Override
  public SourceSnapshot open() {
    return new Shifted(source.open(), ahead);
  }

  private record Shifted(SourceSnapshot snapshot, Duration ahead) implements SourceSnapshot {
    @Override
    public Instant firstReadAt() {
      return snapshot.firstReadAt().plus(ahead);
    }

    @Override
    public Instant lastReadAt() {
      return snapshot.lastReadAt().plus(ahead);
    }

    @Override
    public Optional<Instant> oldestOpenTransaction() {
      return snapshot.oldestOpenTransaction().map(at -> at.plus(ahead));
    }

    @Override
    public Optional<Instant> newestStamp() {
      return snapshot.newestStamp();
    }

    @Override
    public Map<Subject, Truth> count(
        Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf) {
      return snapshot.count(subjects, factsBefore, asOf);
    }

    @Override
    public long tail(Subject subject, Watermark watermark) {
      return snapshot.tail(subject, watermark);
    }

    @Override
    public List<Subject> subjects(@Nullable Subject after, int limit) {
      return snapshot.subjects(after, limit);
    }

    @Override
    public List<Subject> changedSince(
        Instant created, Instant deleted, @Nullable Subject after, int limit) {
      return snapshot.changedSince(created, deleted, after, limit);
    }

    @Override
    public List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit) {
      return snapshot.factsBetween(subject, from, to, limit);
    }

    @Override
    public List<Fact> factsById(Subject subject, Collection<String> ids) {
      return snapshot.factsById(subject, ids);
    }

    @Override
    public OptionalLong subjectsEstimate() {
      return snapshot.subjectsEstimate();
    }

    @Override
    public void close() {
      snapshot.close();
    }
  }
}
