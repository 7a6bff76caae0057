package dev.trueup.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trueup.TrueupOptions;
import dev.trueup.cli.inspect.Inspection;
import dev.trueup.cli.inspect.InspectionText;
import dev.trueup.cli.inspect.YamlWriter;
import dev.trueup.config.TrueupConfig;
import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.MongoSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at a database and writes a trueup.yaml. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Look at a SQL or MongoDB database, find its counters and what they count, and write a",
      "trueup.yaml.",
      "",
      "It only reads. Counters are found by the names and types of columns, their rows by foreign",
      "keys or names; each guess is tried on the data. A guess that fits clearly best is written,",
      "with how well it agreed. Where guesses fit about as well as each other, they are written as",
      "comments, for you to choose. Of large tables a sample is compared; the file says so.",
      "The fields of MongoDB's documents are gathered from the oldest and newest 500 of each",
      "collection.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  trueup init jdbc:postgresql://localhost/forum --username app",
      "  trueup init jdbc:sqlite:forum.db -o forum.yaml",
      "  trueup init mongodb://localhost/forum --username app",
      "",
      "The password is taken from the URL or from $$TRUEUP_PASSWORD, and is never written:",
      "the file refers to $${TRUEUP_PASSWORD}."
    })
final class InitCommand implements Callable<Integer> {
  private static final String PASSWORD_VARIABLE = "TRUEUP_PASSWORD";

  private static final TrueupOptions STANDARD = TrueupOptions.standard();

  private final CliContext context;

  @Mixin private Globals globals = new Globals();

  @Parameters(paramLabel = "URL", description = "The database, as in jdbc:mariadb://host/name.")
  private String url = "";

  @Option(names = "--username", paramLabel = "NAME", description = "Who logs in.")
  private @Nullable String username;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write; - for standard output. Standard: the file of --config.")
  private @Nullable String output;

  @Option(names = "--force", description = "Write over a file that is there.")
  private boolean force;

  InitCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    boolean toStream = "-".equals(output);
    Path file = output == null || toStream ? globals.config() : Path.of(output);
    if (!toStream && !force && Files.exists(file)) {
      throw new BadRequestException(
          file
              + " is there already and was not changed. Use --force to write over it, or -o FILE.");
    }
    ConnectionUrl address = ConnectionUrl.parse(url);
    String user = username == null ? address.username() : username;
    String password =
        address.password() == null
            ? context.variables().apply(PASSWORD_VARIABLE)
            : address.password();
    try (ProgressLine progress = new ProgressLine(context)) {
      Inspection inspection =
          address.isDocuments()
              ? inspected(MongoSettings.of("app", address.url(), user, password), progress)
              : inspected(DatabaseSettings.of("app", address.url(), user, password), progress);
      progress.clear();
      String yaml = YamlWriter.write(inspection, datasource(address, user, password));
      check(yaml, file);
      report(inspection, toStream ? null : file, yaml);
    }
    return ExitCode.CLEAN;
  }

  private Inspection inspected(DatabaseSettings settings, ProgressLine progress) {
    try (Database database = Database.open(settings)) {
      return Inspection.of(database, context.clock(), progress::show);
    }
  }

  private Inspection inspected(MongoSettings settings, ProgressLine progress) {
    try (DocumentDatabase database =
        DocumentDatabase.open(settings, context.clock(), STANDARD.waiter(), STANDARD.random())) {
      return Inspection.of(database, context.clock(), progress::show);
    }
  }

  private static List<String> datasource(
      ConnectionUrl address, @Nullable String user, @Nullable String password) {
    List<String> lines = new ArrayList<>();
    lines.add("url: " + YamlWriter.quoted(address.url()));
    if (user != null) {
      lines.add("username: " + YamlWriter.quoted(user));
    }
    if (password != null) {
      lines.add("password: \"${" + PASSWORD_VARIABLE + "}\"");
    }
    return lines;
  }

  /** What is written can be read, or it is not written. */
  private static void check(String yaml, Path file) {
    if (yaml.contains("\ncounters:")) {
      TrueupConfig.parse(yaml, file, variable -> "set later");
    }
  }

  private void report(Inspection inspection, @Nullable Path file, String yaml) {
    Streams streams = context.streams();
    if (file != null) {
      write(file, yaml);
    }
    if (globals.json()) {
      ObjectNode document = JsonReport.document(context, "init");
      document.put("file", file == null ? null : file.toString());
      document.put("tables", inspection.tables());
      document.put("chosen", inspection.chosen());
      ArrayNode columns = document.putArray("columns");
      InspectionText.lines(inspection)
          .forEach(
              line ->
                  columns
                      .addObject()
                      .put("column", line.column())
                      .put("decision", line.decision())
                      .put("counts", line.counts())
                      .put("agreement", line.agreement()));
      document.put("yaml", yaml);
      JsonReport.print(context, document);
      return;
    }
    if (file == null) {
      streams.out().print(yaml);
      streams.out().flush();
      return;
    }
    if (!inspection.findings().isEmpty()) {
      Table table = new Table("counter", "what it counts", "agreement");
      InspectionText.lines(inspection)
          .forEach(line -> table.row(line.column(), line.counts(), line.agreement()));
      table.print(streams);
    }
    inspection.notes().forEach(streams.err()::println);
    streams.out().println(ending(inspection, file));
  }

  private static String ending(Inspection inspection, Path file) {
    if (inspection.findings().isEmpty()) {
      return String.format(
          Locale.ROOT,
          "Nothing looks like a counter (%s looked at: %d).%n"
              + "Wrote %s with the datasource alone. Describe your counters there, then run"
              + " `trueup audit -c %s`.",
          inspection.places(),
          inspection.tables(),
          file,
          file);
    }
    return String.format(
        Locale.ROOT,
        "%nWrote %s: %d of %d %s that look like counters; the rest is there as comments.%n"
            + "Next: read it over, then run `trueup audit -c %s`.",
        file,
        inspection.chosen(),
        inspection.findings().size(),
        inspection.fields(),
        file);
  }

  private static void write(Path file, String yaml) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new BadRequestException(
          file
              + " could not be written ("
              + e.getClass().getSimpleName()
              + "); name another with -o.",
          e);
    }
  }
}
