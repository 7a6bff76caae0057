package dev.trueup.jdbc.cases;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of the application, as stored. */
final class Row {
  String id = "";
  @Nullable String parent;
  @Nullable String usr;
  @Nullable String kind;
  @Nullable String bucket;
  long weight = 1;
  Instant created = Instant.EPOCH;
  boolean hiddenByMod;
  boolean hiddenByAuthor;

  boolean counts() {
    return !hiddenByMod && !hiddenByAuthor;
  }

  Row copy() {
    Row copy = new Row();
    copy.id = id;
    copy.parent = parent;
    copy.usr = usr;
    copy.kind = kind;
    copy.bucket = bucket;
    copy.weight = weight;
    copy.created = created;
    copy.hiddenByMod = hiddenByMod;
    copy.hiddenByAuthor = hiddenByAuthor;
    return copy;
  }
}
