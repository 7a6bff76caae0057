package dev.trueup.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Runs the command line. */
public final class Main {
  private final CliContext context;

  public Main(CliContext context) {
    this.context = context;
  }

  public static void main(String[] args) {
    Logs.quiet();
    CliContext context =
        new CliContext(Streams.ofProcess(System::getenv), System::getenv, InstantSource.system());
    System.exit(new Main(context).run(args));
  }

  /** Runs one command and answers its exit code. */
  public int run(String... args) {
    Streams streams = context.streams();
    Ansi ansi = streams.color() && streams.outIsTerminal() ? Ansi.ON : Ansi.OFF;
    try {
      return run(streams, ansi, args);
    } catch (Error e) {
      // Left to the JVM it would end with 1, which scripts read as drift.
      streams.err().println("trueup: the program itself broke; report what follows.");
      e.printStackTrace(streams.err());
      return ExitCode.COULD_NOT_RUN;
    }
  }

  private int run(Streams streams, Ansi ansi, String... args) {
    return commandLine()
        .setOut(writer(streams.out()))
        .setErr(writer(streams.err()))
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
        .setUsageHelpWidth(Math.min(streams.width(), 120))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(new Refusals(context))
        .setParameterExceptionHandler(new Refusals(context))
        .execute(args);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private CommandLine commandLine() {
    return new CommandLine(new TrueupCommand())
        .addSubcommand(new DemoCommand(context))
        .addSubcommand(new InitCommand(context))
        .addSubcommand(new AuditCommand(context))
        .addSubcommand(new RepairCommand(context))
        .addSubcommand(new UndoCommand(context))
        .addSubcommand(new CommandLine.HelpCommand());
  }
}
