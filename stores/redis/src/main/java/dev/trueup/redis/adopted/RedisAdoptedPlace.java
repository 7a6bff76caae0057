package dev.trueup.redis.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.StoppedException;
import dev.trueup.redis.Redis;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rows in one database, and the number in a string, a field of a hash, or the size of a set in
 * Redis. No moment is common to both, so a repair always needs samples that hold still.
 * Thread-safe.
 */
public final class RedisAdoptedPlace implements AdoptedPlace {
  private static final Capacity CAPACITY =
      new Capacity(
          "a whole number of 64 bits",
          BigDecimal.valueOf(Long.MIN_VALUE),
          BigDecimal.valueOf(Long.MAX_VALUE),
          0,
          null,
          true);
  private static final Duration LEASE_MIN = Duration.ofMinutes(1);

  /**
   * How many subjects without rows are remembered: the server may name a key twice while its own
   * tables grow.
   */
  private static final int REMEMBERED_MAX = 200_000;

  private final AdoptedCounter counter;
  private final CountedRows rows;
  private final Redis redis;
  private final KeyPattern pattern;
  private final Numbers numbers;

  /**
   * @param rows what the counter counts
   * @param redis stays the caller's
   * @throws SourceRefusedException if {@code redis-key} says no place for a subject
   */
  public RedisAdoptedPlace(AdoptedCounter counter, CountedRows rows, Redis redis) {
    String key = counter.target().redisKey();
    if (key == null) {
      throw new SourceRefusedException(
          counter.name()
              + ": a target in Redis needs redis-key; nothing else says where the number is.");
    }
    this.counter = counter;
    this.rows = rows;
    this.redis = redis;
    this.pattern = KeyPattern.of(counter.name(), key);
    this.numbers = new Numbers(counter.name(), redis, pattern);
  }

  @Override
  public Capacity capacity() {
    return CAPACITY;
  }

  @Override
  public List<String> notes() {
    return List.of(
        TWO_DATABASES,
        "Redis has no lock that ends with a connection. The right to repair is a key with an end,"
            + " and a value is corrected only if it is still the one sampled. A set's size is"
            + " audited and never corrected.");
  }

  @Override
  public Scan scan(Consumer<Sample> mayDiffer, Watch watch) {
    long[] subjects = new long[1];
    long without =
        rows.all(
            page -> {
              look(watch, subjects[0]);
              for (Sample sample : samples(page)) {
                subjects[0] += sample.present() ? 1 : 0;
                mayDiffer.accept(sample);
              }
            },
            watch);
    Set<Subject> seen = new HashSet<>();
    new KeyScan(counter.name(), redis, pattern)
        .each(
            found -> {
              look(watch, subjects[0]);
              for (Sample sample : withoutRows(found, seen)) {
                subjects[0]++;
                mayDiffer.accept(sample);
              }
            });
    return new Scan(subjects[0], without);
  }

  private List<Sample> withoutRows(List<Subject> found, Set<Subject> seen) {
    Set<Subject> left = new HashSet<>(found);
    left.removeAll(seen);
    rows.of(left, false).forEach(group -> left.remove(group.subject()));
    if (seen.size() + left.size() <= REMEMBERED_MAX) {
      seen.addAll(left);
    }
    List<Sample> samples = new ArrayList<>();
    numbers
        .of(left)
        .forEach(
            (subject, number) -> {
              if (number.present() && !isFieldOfAnother(number)) {
                samples.add(new Sample(subject, true, number.text(), BigDecimal.ZERO, 0, ""));
              }
            });
    return samples;
  }

  /** In one hash for all, a field that went away since it was named is a subject that is gone. */
  private boolean isFieldOfAnother(Numbers.Found number) {
    return pattern.key() != null && number.text() == null;
  }

  /** Rows and numbers of these subjects, missing ones included. */
  List<Sample> samples(Collection<Subject> subjects) {
    Map<Subject, CountedRows.Group> groups = new HashMap<>();
    rows.of(subjects, true).forEach(group -> groups.put(group.subject(), group));
    List<CountedRows.Group> all = new ArrayList<>();
    for (Subject subject : subjects) {
      all.add(groups.getOrDefault(subject, new CountedRows.Group(subject, BigDecimal.ZERO, 0, "")));
    }
    return samples(all);
  }

  private List<Sample> samples(List<CountedRows.Group> groups) {
    Map<Subject, Numbers.Found> found =
        numbers.of(groups.stream().map(CountedRows.Group::subject).toList());
    List<Sample> samples = new ArrayList<>();
    for (CountedRows.Group group : groups) {
      Numbers.Found number = found.getOrDefault(group.subject(), Numbers.Found.MISSING);
      boolean present = number.present() && !isFieldOfAnother(number);
      samples.add(
          new Sample(
              group.subject(),
              present,
              number.text(),
              group.total(),
              group.facts(),
              group.digest()));
    }
    return samples;
  }

  private void look(Watch watch, long subjects) {
    watch.progress(counter.name(), Watch.Phase.COUNTING, subjects, 0);
    if (watch.isStopped()) {
      throw new StoppedException(
          "The audit of " + counter.name() + " was stopped. Nothing was changed.");
    }
  }

  @Override
  public Optional<RepairSession> tryRepair() {
    Duration waits = counter.settle().multipliedBy(2).plus(LEASE_MIN);
    return RedisLease.tryTake(redis, counter.name(), waits)
        .map(lease -> new RedisRepairSession(counter.name(), redis, pattern, this, lease));
  }
}
