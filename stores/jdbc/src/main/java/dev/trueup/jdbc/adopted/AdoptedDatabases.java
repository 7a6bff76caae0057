package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds adopted counters in open SQL databases. Thread-safe. */
public final class AdoptedDatabases {
  private final Map<String, Database> databases;
  private final @Nullable JdbcRepairLog log;

  /**
   * @param databases by the names of the configuration; whoever opened them closes them
   * @param log the repair log, or null where nothing is to be repaired. If it is kept in one of
   *     these very databases, repairs there go on record in the transaction that writes them.
   */
  public AdoptedDatabases(Map<String, Database> databases, @Nullable JdbcRepairLog log) {
    this.databases = Map.copyOf(databases);
    this.log = log;
  }

  /**
   * Finds the tables and columns of a counter and tries its predicates and expressions, reading no
   * row.
   *
   * @throws SourceRefusedException if one is not there or cannot count
   * @throws BadRequestException if a database of that name is not open
   */
  public PlacedCounter place(AdoptedCounter counter) {
    Database target = database(counter, "target", counter.target().datasource());
    Database source = database(counter, "source", counter.source().datasource());
    try {
      Resolver resolver = new Resolver(counter);
      Target number = resolver.target(target);
      Source rows = resolver.source(source);
      AdoptedPlace place =
          source == target
              ? new OneDatabasePlace(counter.name(), target, number, rows, log)
              : new TwoDatabasesPlace(counter.name(), source, target, number, rows, log);
      return new PlacedCounter(counter, place);
    } catch (SourceRefusedException e) {
      throw new SourceRefusedException(counter.name() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Finds the column of a counter whose rows are in a database of another family.
   *
   * @throws SourceRefusedException if it is not there or cannot count
   */
  public PlacedCounter place(AdoptedCounter counter, CountedRows rows) {
    Database target = database(counter, "target", counter.target().datasource());
    try {
      Target number = new Resolver(counter).target(target);
      return new PlacedCounter(
          counter, new RowsElsewherePlace(counter.name(), target, number, rows, log));
    } catch (SourceRefusedException e) {
      throw new SourceRefusedException(counter.name() + ": " + e.getMessage(), e);
    }
  }

  private Database database(AdoptedCounter counter, String side, String name) {
    Database database = databases.get(name);
    if (database == null) {
      throw new BadRequestException(
          counter.name()
              + ": the "
              + side
              + " names the datasource "
              + name
              + ", which is not configured as an SQL database. Allowed: "
              + String.join(", ", new TreeSet<>(databases.keySet()))
              + ".");
    }
    return database;
  }
}
