package dev.trueup.cli;

import dev.trueup.error.TrueupException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what went wrong: one message, no trace of the program's inside, exit code 2. */
final class Refusals implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final CliContext context;

  Refusals(CliContext context) {
    this.context = context;
  }

  @Override
  public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
    String message =
        thrown instanceof TrueupException
            ? String.valueOf(thrown.getMessage())
            : "Trueup met an error it does not know: "
                + thrown.getClass().getSimpleName()
                + (thrown.getMessage() == null ? "" : ": " + thrown.getMessage())
                + ". Run again with --debug and report what it shows.";
    boolean debug = asked(parsed, "--debug");
    if (asked(parsed, "--json")) {
      JsonReport.error(context, command.getCommandName(), message);
    }
    context.streams().err().println("trueup: " + message);
    if (debug) {
      thrown.printStackTrace(context.streams().err());
    }
    return ExitCode.COULD_NOT_RUN;
  }

  @Override
  public int handleParseException(ParameterException refused, String[] args) {
    CommandLine command = refused.getCommandLine();
    context.streams().err().println("trueup: " + refused.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(refused, command.getErr())) {
      String name = command.getCommandSpec().qualifiedName();
      context.streams().err().println(String.format(Locale.ROOT, "See `%s --help`.", name));
    }
    return ExitCode.COULD_NOT_RUN;
  }

  private static boolean asked(ParseResult parsed, String option) {
    List<ParseResult> all =
        parsed.asCommandLineList().stream().map(CommandLine::getParseResult).toList();
    return all.stream().anyMatch(part -> part.hasMatchedOption(option));
  }
}
