package dev.trueup.mongodb;

import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import java.util.List;
import java.util.function.Supplier;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Questions to a database: each about its own moment, or all about one, where a snapshot session is
 * behind them. The latter are for one thread, and good for as long as the server keeps the moment.
 */
public final class Reads {
  private final DocumentDatabase database;
  private final @Nullable ClientSession snapshot;

  Reads(DocumentDatabase database, @Nullable ClientSession snapshot) {
    this.database = database;
    this.snapshot = snapshot;
  }

  /** Whose questions they are. */
  public DocumentDatabase database() {
    return database;
  }

  /** As {@link DocumentDatabase#read}. */
  public <T extends @Nullable Object> T ask(String doing, Supplier<T> question) {
    return database.read(doing, question);
  }

  public FindIterable<Document> find(String collection, Document filter) {
    var asked = database.collection(collection);
    return snapshot == null ? asked.find(filter) : asked.find(snapshot, filter);
  }

  public AggregateIterable<Document> aggregate(String collection, List<Document> steps) {
    var asked = database.collection(collection);
    return snapshot == null ? asked.aggregate(steps) : asked.aggregate(snapshot, steps);
  }
}
