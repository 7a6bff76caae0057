package dev.trueup.cli.inspect;

import com.mongodb.client.AggregateIterable;
import com.mongodb.client.MongoCollection;
import dev.trueup.error.TrueupException;
import dev.trueup.mongodb.DocumentDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** A MongoDB database is asked, by finds and aggregations that end after the limit. */
final class DocumentQuestions implements Questions {
  private static final String KEY = "_id";
  private static final String ROWS = "rows";

  private final DocumentDatabase database;
  private final Limits limits;
  private final Deadline deadline;

  DocumentQuestions(DocumentDatabase database, Limits limits, Deadline deadline) {
    this.database = database;
    this.limits = limits;
    this.deadline = deadline;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public boolean outOfTime() {
    return deadline.isOver();
  }

  @Override
  public Wording wording() {
    return new DocumentWording();
  }

  private <T> Optional<T> ask(Table table, Function<MongoCollection<Document>, T> question) {
    try {
      return Optional.of(
          database.read(
              "look at " + table.name(), () -> question.apply(database.collection(table.name()))));
    } catch (TrueupException e) {
      // One question too many is left out; a database that is gone ends the search.
      database.now();
      return Optional.empty();
    }
  }

  private AggregateIterable<Document> aggregate(
      MongoCollection<Document> collection, Document... steps) {
    return collection
        .aggregate(Arrays.asList(steps))
        .allowDiskUse(true)
        .maxTime(limits.seconds(), TimeUnit.SECONDS);
  }

  @Override
  public Optional<Long> count(Table table) {
    return ask(table, MongoCollection::estimatedDocumentCount);
  }

  @Override
  public Optional<List<@Nullable Object>> values(
      Table table, Column column, int valuesMax, int rowsMax) {
    return ask(
            table,
            collection -> {
              List<@Nullable Object> values = new ArrayList<>();
              aggregate(
                      collection,
                      new Document("$limit", rowsMax),
                      new Document("$group", new Document(KEY, orNull(column.name()))),
                      new Document("$limit", valuesMax + 1))
                  .forEach(group -> values.add(group.get(KEY)));
              return values;
            })
        .filter(values -> values.size() <= valuesMax);
  }

  @Override
  public Optional<List<List<@Nullable Object>>> subjects(
      Table table, Column key, List<Column> columns, long stride, int max) {
    Document shown = new Document();
    columns.forEach(column -> shown.append(column.name(), 1));
    return ask(
        table,
        collection -> {
          List<List<@Nullable Object>> subjects = new ArrayList<>();
          collection
              .find(restricted(key.name(), stride, null))
              .projection(shown)
              .sort(new Document(KEY, 1))
              .limit(max)
              .maxTime(limits.seconds(), TimeUnit.SECONDS)
              .forEach(
                  document -> {
                    List<@Nullable Object> subject = new ArrayList<>();
                    subject.add(document.get(KEY));
                    columns.forEach(column -> subject.add(at(document, column.name())));
                    subjects.add(subject);
                  });
          return subjects;
        });
  }

  private static @Nullable Object at(Document document, String path) {
    Object value = document;
    for (String key : path.split("\\.")) {
      value = value instanceof Document inner ? inner.get(key) : null;
    }
    return value;
  }

  /** What limits a field that holds keys to the sampled ones. */
  private static Document restricted(String field, long stride, @Nullable Object lastKey) {
    if (stride > 1) {
      return new Document(field, new Document("$mod", List.of(stride, 0L)));
    }
    Document there = new Document("$ne", null);
    return new Document(field, lastKey == null ? there : there.append("$lte", lastKey));
  }

  @Override
  public Optional<List<List<@Nullable Object>>> groups(
      Link link,
      List<Trait> traits,
      List<SourceSample.Amount> amounts,
      TargetSample target,
      int max) {
    String subject = link.column().name();
    Document key = new Document("subject", "$" + subject);
    for (int i = 0; i < traits.size(); i++) {
      Bson value = orNull(traits.get(i).column().name());
      key.append("trait" + i, traits.get(i).stamp() ? thereOrNot(value) : value);
    }
    Document group = new Document(KEY, key).append(ROWS, new Document("$sum", 1));
    for (int i = 0; i < amounts.size(); i++) {
      group.append("sum" + i, new Document("$sum", DocumentWording.expression(amounts.get(i))));
    }
    return ask(
        link.source(),
        collection -> {
          List<List<@Nullable Object>> rows = new ArrayList<>();
          aggregate(
                  collection,
                  new Document("$match", restricted(subject, target.stride(), target.lastKey())),
                  new Document("$group", group),
                  new Document("$limit", max))
              .forEach(one -> rows.add(row(one, traits.size(), amounts.size())));
          return rows;
        });
  }

  private static List<@Nullable Object> row(Document group, int traits, int amounts) {
    Document key = group.get(KEY, Document.class);
    List<@Nullable Object> row = new ArrayList<>();
    row.add(key.get("subject"));
    for (int i = 0; i < traits; i++) {
      row.add(key.get("trait" + i));
    }
    row.add(group.get(ROWS));
    for (int i = 0; i < amounts; i++) {
      row.add(group.get("sum" + i));
    }
    return row;
  }

  /** A field; one that is left out is null as well. */
  private static Document orNull(String field) {
    return new Document("$ifNull", Arrays.asList("$" + field, null));
  }

  private static Document thereOrNot(Bson value) {
    Document missing = new Document("$eq", Arrays.asList(value, null));
    return new Document("$cond", List.of(missing, 0, 1));
  }
}
