package dev.trueup.cli;

import dev.trueup.config.TrueupConfig;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that every command takes. */
public final class Globals {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "The configuration. Standard: ${DEFAULT-VALUE}",
      defaultValue = "trueup.yaml")
  private Path config = Path.of("trueup.yaml");

  @Option(
      names = "--json",
      description = "Write one JSON document to standard output instead of a table.")
  private boolean json;

  @Option(names = "--debug", description = "On an error, show where in the program it arose.")
  private boolean debug;

  /** Reads the configuration, with the environment of the command. */
  TrueupConfig load(CliContext context) {
    return TrueupConfig.load(config, context.variables());
  }

  Path config() {
    return config;
  }

  boolean json() {
    return json;
  }

  boolean debug() {
    return debug;
  }
}
