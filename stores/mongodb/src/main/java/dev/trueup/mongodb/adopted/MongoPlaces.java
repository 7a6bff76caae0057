package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.source.DocumentFacts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds adopted counters whose documents and number are in MongoDB. */
public final class MongoPlaces {
  private MongoPlaces() {}

  /**
   * Finds the collections of a counter and reads its filters.
   *
   * @param source where the documents are
   * @param target where the number is; it may be the same
   * @throws SourceRefusedException if a collection is not there, or something is no filter
   */
  public static PlacedCounter place(
      AdoptedCounter counter, DocumentDatabase source, DocumentDatabase target) {
    TargetDefinition definition = counter.target();
    if (definition.sameTransaction()) {
      throw new SourceRefusedException(
          counter.name()
              + " is configured with same-transaction, which needs snapshots over several documents."
              + " Trueup uses none on MongoDB. Leave it out: a repair then confirms each drift by"
              + " samples that hold still.");
    }
    DocumentFacts facts = DocumentFacts.of(counter.source());
    String collection = required(counter, "collection", definition.collection());
    String column = required(counter, "column", definition.column());
    requireCollection(source, facts.collection());
    requireCollection(target, collection);
    NumberDocuments numbers =
        new NumberDocuments(
            target,
            collection,
            definition.key(),
            column,
            DocumentFacts.filter(definition.where(), "where of " + collection));
    return new PlacedCounter(counter, new MongoPlace(counter, source, facts, target, numbers));
  }

  private static String required(AdoptedCounter counter, String what, @Nullable String given) {
    if (given == null) {
      throw new SourceRefusedException(
          counter.name() + ": a target in MongoDB needs `" + what + "`, which is left out.");
    }
    return given;
  }

  private static void requireCollection(DocumentDatabase database, String name) {
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
