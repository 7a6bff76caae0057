package dev.trueup.benchmarks;

import java.util.Arrays;
import java.util.List;

/** {@code benchmarks/run NAME [options]}. */
public final class Main {
  private Main() {}

  /** Runs one benchmark and prints what it measured. */
  public static void main(String[] arguments) throws Exception {
    List<String> options =
        Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
    switch (arguments.length == 0 ? "" : arguments[0]) {
      case "audit" -> AuditBenchmark.run(new Options(options));
      case "write" -> WriteBenchmark.run(new Options(options));
      default -> {
        System.err.println("Usage: benchmarks/run audit|write [options]; see CONTRIBUTING.md.");
        System.exit(2);
      }
    }
  }
}
