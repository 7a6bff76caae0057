package dev.trueup;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.drift.Coverage;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Coverage of a counter whose heads no question can sum up: each is looked at, page by page. */
final class StoreCoverage {
  private StoreCoverage() {}

  static Coverage of(CounterStore store, Counter counter, Instant since) {
    long subjects = 0;
    long audited = 0;
    boolean allOnce = true;
    @Nullable Instant oldest = null;
    @Nullable Subject after = null;
    List<Subject> page = store.subjects(counter, after, CounterStore.BATCH_MAX);
    while (!page.isEmpty()) {
      for (Head head : store.heads(counter, page).values()) {
        if (head.forgottenUntil() != null) {
          continue;
        }
        subjects++;
        Head.Base base = head.base();
        if (base == null) {
          allOnce = false;
          continue;
        }
        Instant at = base.installedAt();
        audited += at.isBefore(since) ? 0 : 1;
        oldest = oldest == null || at.isBefore(oldest) ? at : oldest;
      }
      after = page.get(page.size() - 1);
      page = store.subjects(counter, after, CounterStore.BATCH_MAX);
    }
    return new Coverage(subjects, audited, allOnce ? oldest : null);
  }
}
