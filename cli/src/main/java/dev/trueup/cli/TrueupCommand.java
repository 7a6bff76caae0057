package dev.trueup.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself; its subcommands do the work. */
@Command(
    name = "trueup",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Keeps derived counters true to the rows they count.",
      "",
      "Start with `trueup init URL`: it looks at a database and writes a trueup.yaml.",
      "Then `trueup audit` shows which counters are wrong; it changes nothing.",
      ""
    },
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:clean, or corrected",
      "1:drift: counters are wrong",
      "2:could not run; the message says why, and nothing was changed unless it says so",
      "3:no drift proved, but some subjects are undecided"
    },
    synopsisSubcommandLabel = "COMMAND")
final class TrueupCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }
}
