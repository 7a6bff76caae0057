package dev.trueup.jdbc.managed;

import dev.trueup.counter.SourceDefinition;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Source definitions, built up from the plainest. */
record Sources(
    @Nullable String table,
    @Nullable String query,
    List<String> subject,
    @Nullable String where,
    String amount,
    @Nullable String deleted,
    @Nullable ZoneId zone,
    boolean immutable) {

  static Sources table(String table) {
    return new Sources(table, null, List.of("post_id"), null, "1", null, null, false);
  }

  static Sources query(String query) {
    return new Sources(null, query, List.of("subject"), null, "amount", null, null, false);
  }

  Sources subject(String... columns) {
    return new Sources(table, query, List.of(columns), where, amount, deleted, zone, immutable);
  }

  Sources where(String predicate) {
    return new Sources(table, query, subject, predicate, amount, deleted, zone, immutable);
  }

  Sources amount(String expression) {
    return new Sources(table, query, subject, where, expression, deleted, zone, immutable);
  }

  Sources deleted(String column) {
    return new Sources(table, query, subject, where, amount, column, zone, immutable);
  }

  Sources zone(String name) {
    return new Sources(table, query, subject, where, amount, deleted, ZoneId.of(name), immutable);
  }

  Sources asImmutable() {
    return new Sources(table, query, subject, where, amount, deleted, zone, true);
  }

  SourceDefinition definition() {
    return new SourceDefinition(
        "app",
        table,
        query,
        null,
        subject,
        where,
        amount,
        null,
        RoundingMode.HALF_UP,
        null,
        "id",
        table == null ? "created" : "created_at",
        deleted,
        zone,
        immutable);
  }
}
