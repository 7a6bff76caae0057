package dev.trueup.cli;

import dev.trueup.RunReport;
import dev.trueup.Trueup;
import dev.trueup.TrueupOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Corrects counters. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    description = {
      "Audit counters, then correct what is proved to be wrong, while the application writes.",
      "",
      "A correction is added to the counter, never written over it. Each one is on record; `trueup",
      "undo` takes them back. A subject whose rows or counter change too often to be compared is",
      "undecided and left alone. A repair of a managed counter sweeps all its subjects.",
      ""
    },
    footer = {
      "",
      "Exit: 0 clean or corrected, 1 drift is left that could not be corrected, 2 could not run,",
      "3 nothing proved is left, but some are undecided."
    })
final class RepairCommand implements Callable<Integer> {
  private final CliContext context;

  @Mixin private Globals globals = new Globals();
  @Mixin private RunArguments arguments = new RunArguments();

  RepairCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    RunReport report;
    TrueupOptions options = TrueupOptions.standard().withoutSchedule();
    try (Trueup trueup = Trueup.open(globals.load(context), options);
        ProgressLine line = new ProgressLine(context)) {
      report =
          trueup.repair(
              arguments.counters(),
              arguments.options(globals.json(), new ShownProgress(line, context.clock())));
    }
    if (globals.json()) {
      JsonReport.print(context, RunJson.of("repair", report));
    } else {
      new RunText(context.streams(), arguments.limit(false)).repair(report, globals.config());
    }
    return ExitCode.ofRepair(report);
  }
}
