package dev.trueup.reconcile;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;
import dev.trueup.store.Head;
import dev.trueup.store.SourceSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of a pass, page by page by key, each at most once. Holds one page, or a longer list
 * where listing is dear; what the pass has done already is told from the heads, not remembered.
 */
final class SubjectFeed {
  private static final int PAGE = CounterStore.BATCH_MAX;

  /** Each listing of what changed reads all that changed, so a longer one costs no more. */
  private static final int CHANGED_AHEAD = 20_000;

  /** Past every stamp, and still a date that every database can hold. */
  private static final Instant ALL_TIMES = Instant.parse("9999-01-01T00:00:00Z");

  private interface Pages {
    List<Subject> after(@Nullable Subject last, int limit);
  }

  private final Pages pages;
  private final UnaryOperator<List<Subject>> filter;
  private final int ahead;
  private List<Subject> listed = List.of();
  private @Nullable Subject last;
  private OptionalLong estimate = OptionalLong.empty();
  private boolean estimated;
  private boolean exhausted;

  private SubjectFeed(Pages pages, UnaryOperator<List<Subject>> filter, @Nullable Subject after) {
    this(pages, filter, after, 0);
  }

  private SubjectFeed(
      Pages pages, UnaryOperator<List<Subject>> filter, @Nullable Subject after, int ahead) {
    this.pages = pages;
    this.filter = filter;
    this.last = after;
    this.ahead = ahead;
  }

  /** About how many subjects there are, where that is known. */
  OptionalLong estimate() {
    return estimate;
  }

  /** Up to {@code most} subjects; empty at the end. */
  List<Subject> next(int most) {
    List<Subject> taken = new ArrayList<>();
    while (taken.size() < most) {
      int limit = Math.min(PAGE, most - taken.size());
      if (listed.isEmpty() && !exhausted) {
        list(Math.max(limit, ahead));
      }
      if (listed.isEmpty()) {
        return taken;
      }
      List<Subject> page = List.copyOf(listed.subList(0, Math.min(limit, listed.size())));
      listed = listed.subList(page.size(), listed.size());
      taken.addAll(filter.apply(page));
    }
    return taken;
  }

  private void list(int limit) {
    List<Subject> page = pages.after(last, limit);
    exhausted = page.size() < limit;
    if (!page.isEmpty()) {
      last = page.get(page.size() - 1);
      listed = page;
    }
  }

  static SubjectFeed of(List<Subject> subjects) {
    List<Subject> distinct = List.copyOf(new LinkedHashSet<>(subjects));
    return new SubjectFeed(
        (after, limit) -> {
          int from = after == null ? 0 : distinct.indexOf(after) + 1;
          return distinct.subList(from, Math.min(distinct.size(), from + limit));
        },
        UnaryOperator.identity(),
        null);
  }

  static SubjectFeed storeCandidates(CounterStore store, Counter counter) {
    return new SubjectFeed(
        (after, limit) -> store.candidates(counter, after, limit), UnaryOperator.identity(), null);
  }

  /**
   * Subjects with rows since the last pass, less those that this pass has settled already, or
   * cannot settle: what is held is marked when it is released.
   */
  static SubjectFeed sourceChanged(
      FactSource source,
      Counter counter,
      CounterStore store,
      @Nullable Watermark passedAt,
      Instant startedAt) {
    Instant created =
        passedAt == null ? Windows.BEFORE_ALL : passedAt.factsBefore().minus(counter.settle());
    Instant deleted =
        passedAt == null ? Windows.BEFORE_ALL : passedAt.eventsBefore().minus(counter.settle());
    return new SubjectFeed(
        (after, limit) -> {
          try (SourceSnapshot snapshot = source.open()) {
            return snapshot.changedSince(created, deleted, after, limit);
          }
        },
        page -> {
          Map<Subject, Head> heads = store.heads(counter, page);
          List<Subject> left = notSettledSince(heads, page, startedAt);
          return left.stream().filter(subject -> !isHeld(heads.get(subject))).toList();
        },
        null,
        CHANGED_AHEAD);
  }

  static SubjectFeed sourceAll(FactSource source, @Nullable Subject after) {
    SubjectFeed[] self = new SubjectFeed[1];
    SubjectFeed feed =
        new SubjectFeed(
            (last, limit) -> {
              try (SourceSnapshot snapshot = source.open()) {
                if (!self[0].estimated) {
                  self[0].estimate = snapshot.subjectsEstimate();
                  self[0].estimated = true;
                }
                return snapshot.subjects(last, limit);
              }
            },
            UnaryOperator.identity(),
            after);
    self[0] = feed;
    return feed;
  }

  /**
   * Subjects of the store, less those that were settled since the sweep began, and those that are
   * held and that the source has: it was seen already that they cannot be settled.
   */
  static SubjectFeed storeRest(
      CounterStore store,
      FactSource source,
      Counter counter,
      Instant startedAt,
      @Nullable Subject after) {
    return new SubjectFeed(
        (last, limit) -> store.subjects(counter, last, limit),
        page -> {
          Map<Subject, Head> heads = store.heads(counter, page);
          List<Subject> left = notSettledSince(heads, page, startedAt);
          List<Subject> held = left.stream().filter(s -> isHeld(heads.get(s))).toList();
          Set<Subject> rest = new LinkedHashSet<>(left);
          held.forEach(rest::remove);
          rest.addAll(unsourced(source, held));
          return left.stream().filter(rest::contains).toList();
        },
        after);
  }

  /** Subjects of the store that the source has no facts of any more. */
  static SubjectFeed storeUnsourced(CounterStore store, FactSource source, Counter counter) {
    return new SubjectFeed(
        (last, limit) -> store.subjects(counter, last, limit),
        page -> unsourced(source, page),
        null);
  }

  private static List<Subject> unsourced(FactSource source, List<Subject> some) {
    if (some.isEmpty()) {
      return some;
    }
    try (SourceSnapshot snapshot = source.open()) {
      Map<Subject, SourceSnapshot.Truth> truths = snapshot.count(some, ALL_TIMES, null);
      return some.stream()
          .filter(s -> truths.getOrDefault(s, SourceSnapshot.Truth.ZERO).facts() == 0)
          .toList();
    }
  }

  private static boolean isHeld(@Nullable Head head) {
    return head != null && head.held();
  }

  private static List<Subject> notSettledSince(
      Map<Subject, Head> heads, List<Subject> page, Instant startedAt) {
    Set<Subject> left = new LinkedHashSet<>(page);
    heads.forEach(
        (subject, head) -> {
          Head.Base base = head.base();
          if (base != null && !base.installedAt().isBefore(startedAt)) {
            left.remove(subject);
          }
        });
    return List.copyOf(left);
  }
}
