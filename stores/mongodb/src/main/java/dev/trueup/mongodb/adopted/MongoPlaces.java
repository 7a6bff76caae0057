package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.source.DocumentFacts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds adopted counters whose number is in MongoDB. */
public final class MongoPlaces {
  private MongoPlaces() {}

  /**
   * Finds the collection of a counter and reads its filter.
   *
   * @param rows what the counter counts, wherever it is
   * @param target where the number is
   * @throws SourceRefusedException if a collection is not there, or something is no filter
   */
  public static PlacedCounter place(
      AdoptedCounter counter, CountedRows rows, DocumentDatabase target) {
    TargetDefinition definition = counter.target();
    String collection = required(counter, "collection", definition.collection());
    String column = required(counter, "column", definition.column());
    requireCollection(target, collection);
    NumberDocuments numbers =
        new NumberDocuments(
            target,
            collection,
            definition.key(),
            column,
            DocumentFacts.filter(definition.where(), "where of " + collection));
    boolean inSnapshots =
        definition.sameTransaction()
            && rows instanceof MongoCountedRows documents
            && documents.database() == target
            && target.hasSnapshots();
    return new PlacedCounter(
        inSnapshots ? counter : confirmed(counter),
        new MongoPlace(counter, rows, numbers, inSnapshots));
  }

  /**
   * One sample is enough only where rows and number are read in one snapshot, and no session is
   * used here: what the application writes together is confirmed all the same.
   */
  private static AdoptedCounter confirmed(AdoptedCounter counter) {
    TargetDefinition target = counter.target();
    return target.sameTransaction()
        ? new AdoptedCounter(
            counter.name(),
            counter.source(),
            new TargetDefinition(
                target.datasource(),
                target.table(),
                target.collection(),
                target.redisKey(),
                target.key(),
                target.column(),
                target.where(),
                false),
            counter.settle())
        : counter;
  }

  private static String required(AdoptedCounter counter, String what, @Nullable String given) {
    if (given == null) {
      throw new SourceRefusedException(
          counter.name() + ": a target in MongoDB needs `" + what + "`, which is left out.");
    }
    return given;
  }

  static void requireCollection(DocumentDatabase database, String name) {
    List<String> names =
        database.read(
            "list collections",
            () -> database.database().listCollectionNames().into(new ArrayList<>()));
    if (!names.contains(name)) {
      throw new SourceRefusedException(
          "There is no collection "
              + name
              + " in "
              + database.place()
              + ". Nothing was changed. Correct the name.");
    }
  }
}
