package dev.trueup.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trueup.Trueup;
import dev.trueup.TrueupOptions;
import dev.trueup.adopted.UndoReport;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes a repair back. */
@Command(
    name = "undo",
    mixinStandardHelpOptions = true,
    description = {
      "Take a repair back: add the opposite of each of its corrections.",
      "",
      "What the application counted since then is kept. A managed subject is held after that, or",
      "the next pass would repair it once more.",
      ""
    },
    footer = {
      "",
      "Exit: 0 all of it was taken back, or had been before; 1 some corrections were left as they",
      "are; 2 could not run."
    })
final class UndoCommand implements Callable<Integer> {
  private final CliContext context;

  @Mixin private Globals globals = new Globals();

  @Parameters(paramLabel = "REPAIR-ID", description = "As the repair printed it: r-20300101-0001.")
  private String repairId = "";

  UndoCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    UndoReport report;
    TrueupOptions options = TrueupOptions.standard().withoutSchedule();
    try (Trueup trueup = Trueup.open(globals.load(context), options);
        ProgressLine line = new ProgressLine(context)) {
      report = trueup.undo(repairId, new ShownProgress(line, context.clock()));
    }
    if (globals.json()) {
      ObjectNode document = JsonReport.document(context, "undo");
      document.put("repair", report.repairId());
      document.put("already", report.already());
      document.put("undone", report.undone());
      document.put("refused", report.refused());
      document.put("unknown", report.unknown());
      JsonReport.print(context, document);
    } else {
      print(report);
    }
    return report.refused() + report.unknown() > 0 ? ExitCode.DRIFT : ExitCode.CLEAN;
  }

  private void print(UndoReport report) {
    if (report.already()) {
      context
          .streams()
          .out()
          .println(report.repairId() + " was taken back before; nothing was done.");
      return;
    }
    context
        .streams()
        .out()
        .printf(Locale.ROOT, "%s: %d taken back.%n", report.repairId(), report.undone());
    if (report.refused() > 0) {
      context
          .streams()
          .out()
          .printf(
              Locale.ROOT,
              "%d left as they are: the row is gone, or its value is not the one installed.%n",
              report.refused());
    }
    if (report.unknown() > 0) {
      context
          .streams()
          .out()
          .printf(
              Locale.ROOT,
              "%d left alone: it is not known whether they were written. Run an audit.%n",
              report.unknown());
    }
  }
}
