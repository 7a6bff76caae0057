package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.jdbc.Snapshot;
import dev.trueup.store.SourceSnapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One moment of the facts. */
final class JdbcSourceSnapshot implements SourceSnapshot {
  private final Snapshot snapshot;
  private final FactCounting counting;
  private final FactListing listing;
  private final FactRows rows;
  private final Instant firstReadAt;
  private final Instant lastReadAt;
  private final Optional<Instant> oldestOpenTransaction;

  JdbcSourceSnapshot(
      Snapshot snapshot,
      FactReader reader,
      Instant firstReadAt,
      Instant lastReadAt,
      Optional<Instant> oldestOpenTransaction) {
    this.snapshot = snapshot;
    this.counting = new FactCounting(reader);
    this.listing = new FactListing(reader);
    this.rows = new FactRows(reader);
    this.firstReadAt = firstReadAt;
    this.lastReadAt = lastReadAt;
    this.oldestOpenTransaction = oldestOpenTransaction;
  }

  @Override
  public Instant firstReadAt() {
    return firstReadAt;
  }

  @Override
  public Instant lastReadAt() {
    return lastReadAt;
  }

  @Override
  public Optional<Instant> oldestOpenTransaction() {
    return oldestOpenTransaction;
  }

  @Override
  public Optional<Instant> newestStamp() {
    return listing.newestStamp();
  }

  @Override
  public Map<Subject, Truth> count(
      Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf) {
    return counting.count(subjects, factsBefore, asOf);
  }

  @Override
  public long tail(Subject subject, Watermark watermark) {
    return counting.tail(subject, watermark);
  }

  @Override
  public List<Subject> subjects(@Nullable Subject after, int limit) {
    return listing.subjects(after, limit);
  }

  @Override
  public List<Subject> changedSince(
      Instant created, Instant deleted, @Nullable Subject after, int limit) {
    return listing.changedSince(created, deleted, after, limit);
  }

  @Override
  public List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit) {
    return rows.factsBetween(subject, from, to, limit);
  }

  @Override
  public List<Fact> factsById(Subject subject, Collection<String> ids) {
    return rows.factsById(subject, ids);
  }

  @Override
  public OptionalLong subjectsEstimate() {
    return listing.subjectsEstimate();
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
