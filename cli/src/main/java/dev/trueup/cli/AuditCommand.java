package dev.trueup.cli;

import dev.trueup.RunReport;
import dev.trueup.Trueup;
import dev.trueup.TrueupOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares counters with their rows. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = {
      "Compare counters with what they count, and show which are wrong. Changes nothing.",
      "",
      "For adopted counters it needs no store and no permission but to read. An audit of a managed",
      "counter takes at least its settle time.",
      ""
    },
    footer = {
      "",
      "Drift is counter minus rows: positive where too much was counted.",
      "Exit: 0 clean, 1 drift, 2 could not run, 3 no drift proved but some undecided."
    })
final class AuditCommand implements Callable<Integer> {
  private final CliContext context;

  @Mixin private Globals globals = new Globals();
  @Mixin private RunArguments arguments = new RunArguments();

  AuditCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    RunReport report;
    TrueupOptions options = TrueupOptions.standard().withoutSchedule();
    try (Trueup trueup = Trueup.open(globals.load(context), options);
        ProgressLine line = new ProgressLine(context)) {
      report =
          trueup.audit(
              arguments.counters(),
              arguments.options(globals.json(), new ShownProgress(line, context.clock())));
    }
    if (globals.json()) {
      JsonReport.print(context, RunJson.of("audit", report));
    } else {
      new RunText(context.streams(), arguments.limit(false)).audit(report);
    }
    return ExitCode.ofAudit(report);
  }
}
