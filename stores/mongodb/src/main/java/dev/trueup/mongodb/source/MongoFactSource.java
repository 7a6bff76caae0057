package dev.trueup.mongodb.source;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.store.FactSource;
import dev.trueup.store.SourceSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Facts in a collection. Stamps are dates, and so precise to the millisecond; a document without a
 * created stamp was there before all. No session is used: what a snapshot shows was read between
 * its first and its last question, not at one moment, and its last read moves on with every
 * question. Counting in sets needs an index on the subject; finding what changed, one on each
 * stamp.
 */
public final class MongoFactSource implements FactSource {
  private final DocumentDatabase database;
  private final DocumentFacts facts;

  /**
   * @param database stays the caller's
   */
  public MongoFactSource(DocumentDatabase database, SourceDefinition definition) {
    this.database = database;
    this.facts = DocumentFacts.of(definition);
    String forAdopted =
        definition.distinct() != null ? "distinct" : definition.scale() != null ? "scale" : null;
    if (forAdopted != null) {
      throw new SourceRefusedException(
          "The source "
              + definition.place()
              + " is configured with "
              + forAdopted
              + "; that is for adopted counters. A managed counter adds whole amounts.");
    }
    if (definition.created() == null) {
      throw new SourceRefusedException(
          "The source "
              + definition.place()
              + " names no created stamp; a managed counter needs one.");
    }
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public SourceSnapshot open() {
    List<String> names =
        database.read(
            "list collections",
            () -> database.database().listCollectionNames().into(new ArrayList<>()));
    if (!names.contains(facts.collection())) {
      throw new SourceRefusedException(
          "There is no collection "
              + facts.collection()
              + " in "
              + database.place()
              + ". Nothing was counted. Correct the name.");
    }
    return new MongoSourceSnapshot(database, facts);
  }
}
