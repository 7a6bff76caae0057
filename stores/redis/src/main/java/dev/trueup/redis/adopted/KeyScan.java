package dev.trueup.redis.adopted;

import dev.trueup.counter.Subject;
import dev.trueup.redis.Redis;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Finds the subjects that Redis has a number of, page by page, on every node. For one thread. */
final class KeyScan {
  private static final int PAGE = 500;

  private final String counter;
  private final Redis redis;
  private final KeyPattern pattern;

  KeyScan(String counter, Redis redis, KeyPattern pattern) {
    this.counter = counter;
    this.redis = redis;
    this.pattern = pattern;
  }

  /** Every subject that is there all the time is named at least once. */
  void each(Consumer<List<Subject>> pages) {
    ScanArgs args = ScanArgs.Builder.limit(PAGE).match(pattern.glob());
    if (pattern.key() == null) {
      keys(args, pages);
    } else {
      fields(pattern.key(), args, pages);
    }
  }

  private void keys(ScanArgs args, Consumer<List<Subject>> pages) {
    KeyScanCursor<String> page = redis.ask("list " + counter, commands -> commands.scan(args));
    subjects(page.getKeys(), pages);
    while (!page.isFinished()) {
      ScanCursor at = page;
      page = redis.ask("list " + counter, commands -> commands.scan(at, args));
      subjects(page.getKeys(), pages);
    }
  }

  private void fields(String key, ScanArgs args, Consumer<List<Subject>> pages) {
    MapScanCursor<String, String> page =
        redis.ask("list " + counter, commands -> commands.hscan(key, args));
    subjects(page.getMap().keySet(), pages);
    while (!page.isFinished()) {
      ScanCursor at = page;
      page = redis.ask("list " + counter, commands -> commands.hscan(key, at, args));
      subjects(page.getMap().keySet(), pages);
    }
  }

  /** A small hash is named whole, whatever the limit says. */
  private void subjects(Collection<String> found, Consumer<List<Subject>> pages) {
    List<Subject> subjects =
        found.stream().map(pattern::subjectIn).filter(Objects::nonNull).toList();
    for (int from = 0; from < subjects.size(); from += PAGE) {
      pages.accept(new ArrayList<>(subjects.subList(from, Math.min(subjects.size(), from + PAGE))));
    }
  }
}
