package dev.trueup.cli.inspect;

import dev.trueup.jdbc.Database;
import dev.trueup.mongodb.DocumentDatabase;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a database's counters seem to count.
 *
 * @param findings one per column that looks like a counter
 * @param notes what was left out, in sentences
 * @param tables how many tables were looked at
 */
public record Inspection(List<Finding> findings, List<String> notes, int tables, Wording wording) {

  /** Looks at a database within the standard limits. It writes nothing to it. */
  public static Inspection of(Database database, InstantSource clock, Consumer<String> progress) {
    return of(database, clock, progress, Limits.DEFAULT);
  }

  static Inspection of(
      Database database, InstantSource clock, Consumer<String> progress, Limits limits) {
    return of(
        new SqlQuestions(database, limits, new Deadline(clock, limits)),
        database.read("list its tables", transaction -> Catalog.read(transaction.connection())),
        progress);
  }

  /** Looks at a MongoDB database within the standard limits. It writes nothing to it. */
  public static Inspection of(
      DocumentDatabase database, InstantSource clock, Consumer<String> progress) {
    return of(database, clock, progress, Limits.DEFAULT);
  }

  static Inspection of(
      DocumentDatabase database, InstantSource clock, Consumer<String> progress, Limits limits) {
    return of(
        new DocumentQuestions(database, limits, new Deadline(clock, limits)),
        DocumentCatalog.read(database, limits),
        progress);
  }

  private static Inspection of(Questions questions, Catalog catalog, Consumer<String> progress) {
    Search search = new Search(questions, catalog, progress);
    List<Finding> findings = search.run();
    List<String> notes = search.notes();
    if (catalog.leftOut() > 0) {
      notes.add(
          catalog.leftOut()
              + " "
              + questions.wording().places()
              + " beyond the first "
              + Catalog.TABLES_MAX
              + " were not looked at.");
    }
    return new Inspection(
        findings, List.copyOf(notes), catalog.tables().size(), questions.wording());
  }

  /** What was looked at: tables or collections. */
  public String places() {
    return wording.places();
  }

  /** What they have: columns or fields. */
  public String fields() {
    return wording.fields();
  }

  /** How many counters were found and settled on. */
  public long chosen() {
    return findings.stream()
        .filter(finding -> finding.decision() == Finding.Decision.CHOSEN)
        .count();
  }
}
