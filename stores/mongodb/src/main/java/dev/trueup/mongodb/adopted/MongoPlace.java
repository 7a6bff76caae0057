package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.NumbersBesideRows;
import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The number in documents, the rows wherever they are. Thread-safe. */
final class MongoPlace implements AdoptedPlace {
  private final AdoptedCounter counter;
  private final NumberDocuments documents;
  private final MongoNumbers numbers;
  private final NumbersBesideRows both;

  MongoPlace(AdoptedCounter counter, CountedRows rows, NumberDocuments documents) {
    this.counter = counter;
    this.documents = documents;
    this.numbers = new MongoNumbers(documents);
    this.both = new NumbersBesideRows(counter.name(), numbers, rows);
  }

  @Override
  public Capacity capacity() {
    return StoredNumber.ANY;
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Rows and counter are read one after the other. What was under way then may show as drift;"
            + " a repair confirms it by samples first.");
    notes.add(
        "One repairer at a time is seen to by a lease, and a value is added to only while it is the"
            + " one that was sampled.");
    if (counter.target().sameTransaction()) {
      notes.add(
          "same-transaction makes no difference here: no snapshot sessions are used, so each drift"
              + " is confirmed by samples that hold still.");
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
                    counter.name(),
                    lease,
                    numbers,
                    both,
                    new NumberCorrector(counter.name(), documents)));
  }
}
