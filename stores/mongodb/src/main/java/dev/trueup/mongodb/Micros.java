package dev.trueup.mongodb;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Instants as stored: whole microseconds since 1970, in 64 bits. */
public final class Micros {
  private Micros() {}

  public static long of(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }

  public static Instant toInstant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** A field of a document; null where the document has none. */
  public static @Nullable Instant in(Document document, String field) {
    Long micros = document.getLong(field);
    return micros == null ? null : toInstant(micros);
  }
}
