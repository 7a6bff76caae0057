package dev.trueup.cli;

import dev.trueup.RunOptions;
import dev.trueup.adopted.Watch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What audit and repair take besides the global options. */
final class RunArguments {
  private static final int TABLE_STANDARD = 20;
  private static final int JSON_STANDARD = 1_000;
  private static final int LIMIT_MAX = 1_000_000;

  @Parameters(
      arity = "0..*",
      paramLabel = "COUNTER",
      description = "Names of counters. Left out: every counter of the configuration.")
  private List<String> counters = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = {
        "List at most N subjects of each counter, the worst drifts first; the rest is only counted.",
        "Standard: 20, and 1000 with --json."
      })
  private @Nullable Integer limit;

  @Option(
      names = "--offline",
      description = {
        "Nobody writes to these databases now: one sample of a subject is enough. Without it, a",
        "repair waits until rows and counter of a subject have held still for a settle time."
      })
  private boolean offline;

  List<String> counters() {
    return counters;
  }

  int limit(boolean json) {
    int wanted = limit == null ? (json ? JSON_STANDARD : TABLE_STANDARD) : limit;
    return Math.max(0, Math.min(LIMIT_MAX, wanted));
  }

  RunOptions options(boolean json, Watch watch) {
    return new RunOptions(offline, Math.max(1, limit(json)), watch);
  }
}
