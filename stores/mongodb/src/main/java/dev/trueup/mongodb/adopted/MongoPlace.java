package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.NumbersBesideRows;
import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import dev.trueup.mongodb.DocumentDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The number in documents, the rows wherever they are. Thread-safe. */
final class MongoPlace implements AdoptedPlace {
  private final AdoptedCounter counter;
  private final NumberDocuments documents;
  private final NumbersBesideRows both;
  private final boolean inSnapshots;

  /**
   * @param inSnapshots whether documents and number are read as of one moment; they are in one
   *     database then, which has snapshots
   */
  MongoPlace(
      AdoptedCounter counter, CountedRows rows, NumberDocuments documents, boolean inSnapshots) {
    this.counter = counter;
    this.documents = documents;
    this.inSnapshots = inSnapshots;
    MongoNumbers numbers = new MongoNumbers(documents);
    this.both =
        new NumbersBesideRows(
            counter.name(),
            numbers,
            rows,
            inSnapshots && rows instanceof MongoCountedRows counted
                ? together(documents.database(), numbers, counted)
                : null);
  }

  private static NumbersBesideRows.Together together(
      DocumentDatabase database, MongoNumbers numbers, MongoCountedRows rows) {
    return (subjects, withDigest) ->
        database.inSnapshot(
            reads ->
                NumbersBesideRows.pair(
                    numbers.of(reads, subjects), rows.of(reads, subjects, withDigest)));
  }

  @Override
  public Capacity capacity() {
    return StoredNumber.ANY;
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        inSnapshots
            ? "Rows and counter are read in one snapshot, some hundred subjects at a time."
            : "Rows and counter are read one after the other. What was under way then may show as drift;"
                + " a repair confirms it by samples first.");
    notes.add(
        "One repairer at a time is seen to by a lease, and a value is added to only while it is the"
            + " one that was sampled.");
    if (counter.target().sameTransaction() && !inSnapshots) {
      notes.add(
          "same-transaction makes no difference here: this deployment has no snapshots, which takes"
              + " a replica set of MongoDB 5.0 or newer. So each drift is confirmed by samples that"
              + " hold still.");
    }
    return notes;
  }

  @Override
  public Scan scan(Consumer<Sample> mayDiffer, Watch watch) {
    return both.scan(mayDiffer, watch);
  }

  @Override
  public Optional<RepairSession> tryRepair() {
    return RepairLease.tryTake(documents.database(), counter.name(), counter.settle())
        .map(
            lease ->
                new MongoRepairSession(
                    counter.name(), lease, both, new NumberCorrector(counter.name(), documents)));
  }
}
