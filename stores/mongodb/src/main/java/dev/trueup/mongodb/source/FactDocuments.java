package dev.trueup.mongodb.source;

import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.store.SourceSnapshot.Fact;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Facts one by one, for explaining drift. */
final class FactDocuments {
  private final DocumentDatabase database;
  private final DocumentFacts facts;

  FactDocuments(DocumentDatabase database, DocumentFacts facts) {
    this.database = database;
    this.facts = facts;
  }

  /** Facts that the filter takes; all of them satisfy where. */
  List<Fact> find(Document filter, int limit) {
    List<Fact> found = new ArrayList<>();
    for (Document row : rows(filter, limit)) {
      found.add(fact(row, row.get("deleted") == null));
    }
    return found;
  }

  List<Fact> findById(Document ofSubject, Collection<String> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    List<Object> values = new ArrayList<>();
    ids.forEach(id -> values.addAll(KeyValues.of(id)));
    Document these =
        DocumentFacts.all(ofSubject, new Document(facts.id(), new Document("$in", values)));
    Set<String> counting = new HashSet<>();
    for (Document row :
        rows(DocumentFacts.all(these, facts.where(), facts.notDeleted()), Integer.MAX_VALUE)) {
      counting.add(id(row));
    }
    List<Fact> found = new ArrayList<>();
    for (Document row : rows(these, Integer.MAX_VALUE)) {
      if (ids.contains(id(row))) {
        found.add(fact(row, counting.contains(id(row))));
      }
    }
    return found;
  }

  private List<Document> rows(Document filter, int limit) {
    Document shown =
        new Document("_id", 0)
            .append("id", "$" + facts.id())
            .append("created", "$" + facts.definition().created())
            .append("amount", amount());
    String deleted = facts.definition().deleted();
    if (deleted != null) {
      shown.append("deleted", "$" + deleted);
    }
    List<Document> steps =
        List.of(
            new Document("$match", filter),
            new Document("$sort", new Document("_id", 1)),
            new Document("$limit", limit),
            new Document("$project", shown));
    return database.read(
        "look up facts of " + facts.collection(),
        () ->
            database
                .collection(facts.collection())
                .aggregate(steps)
                .allowDiskUse(true)
                .into(new ArrayList<>()));
  }

  /** In a projection a bare number would mean: show the field. */
  private Object amount() {
    Long constant = facts.amounts().constant();
    return constant == null ? facts.amounts().expression() : new Document("$literal", constant);
  }

  private String id(Document row) {
    String id = KeyValues.text(row.get("id"), "Collection " + facts.collection());
    return id == null ? "" : id;
  }

  private Fact fact(Document row, boolean counts) {
    return new Fact(
        id(row), MongoSourceSnapshot.stamp(row.get("created")), weight(row.get("amount")), counts);
  }

  private long weight(@Nullable Object amount) {
    BigDecimal weight = amount == null ? BigDecimal.ZERO : Amounts.exact(amount);
    try {
      if (weight != null) {
        return weight.longValueExact();
      }
    } catch (ArithmeticException e) {
      throw new SourceRefusedException(
          "An amount of " + facts.collection() + " is no whole number of 64 bits: " + amount, e);
    }
    throw new SourceRefusedException(
        "An amount of " + facts.collection() + " is no number: " + amount + ".");
  }
}
