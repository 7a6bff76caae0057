package dev.trueup.cli;

import dev.trueup.demo.Demo;
import dev.trueup.demo.DemoOptions;
import dev.trueup.demo.Terminal;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows drift arise and be healed, with nothing but what comes with the command. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Watch four ways to count the comments of a forum, under the same faults.",
      "",
      "A forum in temporary SQLite files is written to while things go wrong: crashes between a",
      "row and its increment, lost answers, duplicates, late rows, rows changed by hand. Beside",
      "each other count: an atomic increment alone, a recount that overwrites, one base with one",
      "delta, and Trueup. The truth is counted from the rows. Exit code 0: Trueup ended true.",
      ""
    },
    footer = {"", "Examples:", "  trueup demo --seconds 30", "  trueup demo --seed 7 --json"})
final class DemoCommand implements Callable<Integer> {
  private static final int SEEDS = 1_000_000;

  private final CliContext context;

  @Mixin private Globals globals = new Globals();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long the forum is written to. Standard: ${DEFAULT-VALUE}")
  private int seconds = DemoOptions.SECONDS_DEFAULT;

  @Option(
      names = "--posts",
      paramLabel = "N",
      description = "How many posts it has. Standard: ${DEFAULT-VALUE}")
  private int posts = DemoOptions.POSTS_DEFAULT;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Events per second. Standard: ${DEFAULT-VALUE}")
  private int rate = DemoOptions.RATE_DEFAULT;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides every event and fault. Standard: another one each time; it is printed")
  private @Nullable Long seed;

  @Option(names = "--keep", description = "Keep the database files, to look into them.")
  private boolean keep;

  DemoCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Streams streams = context.streams();
    Long given = seed;
    DemoOptions options =
        new DemoOptions(
            seconds,
            posts,
            rate,
            given == null ? new SecureRandom().nextInt(SEEDS) : given,
            globals.json(),
            keep);
    Terminal terminal =
        globals.json() || !streams.outIsTerminal()
            ? null
            : Terminal.of(context.variables(), streams.color());
    return new Demo(options, streams.out(), streams.err(), terminal).run();
  }
}
