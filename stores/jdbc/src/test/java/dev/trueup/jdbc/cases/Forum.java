package dev.trueup.jdbc.cases;

import dev.trueup.counter.Change;
import dev.trueup.testkit.servers.DatabaseKind;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An application with rows: it plays the events of a case on one table and says, for each counter,
 * which changes it would send, made from what is stored. Stamps are microseconds since 1970, in a
 * column of whole numbers, so that they are the same on every database.
 */
final class Forum {
  /** The counters that look at the table, and the columns that are the subject of each. */
  enum View {
    BY_PARENT("case.by-parent"),
    BY_KIND("case.by-kind"),
    BY_USER("case.by-user"),
    BY_USER_KIND("case.by-user-kind"),
    BY_BUCKET("case.by-bucket");

    final String counter;

    View(String counter) {
      this.counter = counter;
    }

    private @Nullable String subject(Row row) {
      return switch (this) {
        case BY_PARENT -> row.parent;
        case BY_KIND -> pair(row.parent, row.kind);
        case BY_USER -> row.usr;
        case BY_USER_KIND -> pair(row.usr, row.kind);
        case BY_BUCKET -> pair(row.parent, row.bucket);
      };
    }
  }

  static final String TABLE =
      "CREATE TABLE case_row (id VARCHAR(100) PRIMARY KEY, parent VARCHAR(100), usr VARCHAR(100),"
          + " kind VARCHAR(100), bucket VARCHAR(100), weight BIGINT NOT NULL, created TIMESTAMP(6) NULL,"
          + " hidden_mod INT NOT NULL, hidden_author INT NOT NULL)";

  private static final String PLANTED = "planted-";

  private final DatabaseKind kind;
  private final Connection connection;
  private final String prefix;
  private final List<Change> changes = new ArrayList<>();
  private int incarnation;
  private long shardValue;

  /**
   * @param connection without auto-commit; used by one play at a time
   * @param prefix keeps one play apart from the others in the same table
   */
  Forum(DatabaseKind kind, Connection connection, String prefix) {
    this.kind = kind;
    this.connection = connection;
    this.prefix = prefix;
  }

  static String pair(@Nullable String one, @Nullable String other) {
    return one == null || other == null ? "" : "[\"" + one + "\",\"" + other + "\"]";
  }

  /** The changes of everything played so far, in order of sending. */
  List<Change> changes() {
    return changes;
  }

  /** Plays one event at an instant, in one transaction. */
  void play(FieldCase.Event event, Instant at) throws SQLException {
    List<Change> sent = new Play(at).of(event);
    connection.commit();
    changes.addAll(sent);
  }

  /** A row with a weight of its own, seen by one counter under a given subject. */
  void plant(WantedKey key, String id, long weight, Instant at) throws SQLException {
    Row row = new Row();
    row.id = prefix + PLANTED + id;
    row.parent = prefix + "elsewhere";
    row.usr = prefix + "nobody";
    row.kind = "none";
    row.bucket = "none";
    row.weight = weight;
    row.created = at;
    switch (key.view()) {
      case BY_PARENT -> row.parent = prefix + key.one();
      case BY_USER -> row.usr = prefix + key.one();
      case BY_KIND -> {
        row.parent = prefix + key.one();
        row.kind = key.other();
      }
      case BY_USER_KIND -> {
        row.usr = prefix + key.one();
        row.kind = key.other();
      }
      case BY_BUCKET -> {
        row.parent = prefix + key.one();
        row.bucket = key.other();
      }
    }
    Play play = new Play(at);
    play.add(row);
    connection.commit();
    changes.addAll(play.sent);
  }

  /** The rows and changes of one event. */
  private final class Play {
    private final Instant at;
    private final List<Change> sent = new ArrayList<>();

    Play(Instant at) {
      this.at = at;
    }

    List<Change> of(FieldCase.Event event) throws SQLException {
      switch (event.verb()) {
        case "add" -> add(row(event.word(1), event));
        case "bulk-add" -> {
          for (String id : event.word(1).split(",")) {
            add(row(id, event));
          }
        }
        case "del" -> remove(event.word(1));
        case "hide" -> hide(event.word(1), event.option("by").orElse("mod"), true);
        case "show" -> hide(event.word(1), event.option("by").orElse("mod"), false);
        case "move" -> change(event.word(1), row -> row.parent = prefix + event.word(2));
        case "set" ->
            change(event.word(1), row -> row.kind = event.option("kind").orElse(row.kind));
        case "like", "follow" -> relate(event.word(1), event.word(2), event.verb());
        case "unlike", "unfollow" -> remove(event.word(1) + ">" + event.word(2));
        case "base" -> weighted(event.word(1), "base", event.word(2));
        case "delta" -> weighted(event.word(1), event.word(3), event.word(2));
        case "shard" -> shard(event);
        case "crash" -> incarnation++;
        case "pmerge" -> mergeParents(event.word(1), event.word(2));
        case "umerge" -> mergeUsers(event.word(1), event.word(2));
        case "udel" -> deleteUser(event.word(1));
        case "phide",
            "pshow",
            "snapshot",
            "repair-from-snapshot",
            "close-bucket",
            "flush",
            "read",
            "lost-increment" -> {
          // Nothing happens to a row that counts.
        }
        default -> throw new IllegalArgumentException("no such event: " + event);
      }
      return sent;
    }

    private Row row(String id, FieldCase.Event event) {
      Row row = new Row();
      row.id = prefix + id;
      row.parent = prefix + event.word(2);
      row.usr = prefix + event.word(3);
      row.kind = event.option("kind").orElse("none");
      row.bucket = event.option("at").map(time -> time.substring(0, 2)).orElse("none");
      row.created = at;
      return row;
    }

    private void relate(String one, String other, String verb) throws SQLException {
      Row row = new Row();
      row.id = prefix + one + ">" + other;
      row.parent = prefix + (verb.equals("follow") ? other + ".followers" : other);
      row.usr = prefix + one + (verb.equals("follow") ? ".following" : ".given");
      row.kind = verb;
      row.bucket = "none";
      row.created = at;
      add(row);
    }

    private void weighted(String key, String operation, String amount) throws SQLException {
      if (amount.equals("null")) {
        return;
      }
      Row row = new Row();
      row.id = prefix + key + ":" + operation;
      row.parent = prefix + key;
      row.usr = prefix + "nobody";
      row.kind = "none";
      row.bucket = "none";
      row.weight = new BigDecimal(amount).longValueExact();
      row.created = at;
      add(row);
    }

    private void shard(FieldCase.Event event) throws SQLException {
      long value = Long.parseLong(event.option("v").orElseThrow());
      long added = event.has("REUSE") ? value : value - shardValue;
      shardValue = value;
      weighted(
          "K",
          event.word(1) + incarnation + "-" + event.option("clock").orElseThrow(),
          String.valueOf(added));
    }

    private void mergeParents(String from, String into) throws SQLException {
      for (Row row : ownRows("parent", prefix + from)) {
        Row moved = row.copy();
        moved.parent = prefix + into;
        replace(row, moved);
      }
    }

    private void mergeUsers(String from, String into) throws SQLException {
      for (Row row : ownRows("usr", prefix + from + ".given")) {
        Row moved = row.copy();
        moved.id = row.id.replace(prefix + from + ">", prefix + into + ">");
        moved.usr = prefix + into + ".given";
        moved.created = at;
        remove(row.id.substring(prefix.length()));
        add(moved);
      }
    }

    private void deleteUser(String user) throws SQLException {
      List<Row> rows = new ArrayList<>(find("parent", prefix + user + ".followers"));
      rows.addAll(find("usr", prefix + user + ".following"));
      for (Row row : rows) {
        remove(row.id.substring(prefix.length()));
      }
    }

    /** A row that is there already is left alone, and nothing is sent: what a unique key is for. */
    private void add(Row row) throws SQLException {
      Row there = byId(row.id);
      if (there != null) {
        // A retry of the same operation is answered from the stored row, with the same id.
        send(there, 1, there.created, there.created);
        return;
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO case_row VALUES (?,?,?,?,?,?,?,?,?)")) {
        insert.setString(1, row.id);
        insert.setString(2, row.parent);
        insert.setString(3, row.usr);
        insert.setString(4, row.kind);
        insert.setString(5, row.bucket);
        insert.setLong(6, row.weight);
        insert.setObject(7, Stamps.toColumn(kind, row.created));
        insert.setInt(8, row.hiddenByMod ? 1 : 0);
        insert.setInt(9, row.hiddenByAuthor ? 1 : 0);
        insert.executeUpdate();
      }
      if (row.counts()) {
        send(row, 1, row.created, row.created);
      }
    }

    private void remove(String id) throws SQLException {
      Row row = byId(prefix + id);
      if (row == null) {
        return;
      }
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM case_row WHERE id = ?")) {
        delete.setString(1, row.id);
        delete.executeUpdate();
      }
      if (row.counts()) {
        send(row, -1, row.created, at);
      }
    }

    private void hide(String id, String by, boolean hidden) throws SQLException {
      change(
          id,
          row -> {
            if (by.equals("mod")) {
              row.hiddenByMod = hidden;
            } else {
              row.hiddenByAuthor = hidden;
            }
          });
    }

    private void change(String id, Consumer<Row> edit) throws SQLException {
      Row before = byId(prefix + id);
      if (before == null) {
        return;
      }
      Row after = before.copy();
      edit.accept(after);
      replace(before, after);
    }

    private void replace(Row before, Row after) throws SQLException {
      try (PreparedStatement update =
          connection.prepareStatement(
              "UPDATE case_row SET parent=?, usr=?, kind=?, hidden_mod=?, hidden_author=? WHERE id=?")) {
        update.setString(1, after.parent);
        update.setString(2, after.usr);
        update.setString(3, after.kind);
        update.setInt(4, after.hiddenByMod ? 1 : 0);
        update.setInt(5, after.hiddenByAuthor ? 1 : 0);
        update.setString(6, after.id);
        update.executeUpdate();
      }
      for (View view : View.values()) {
        String from = before.counts() ? subject(view, before) : null;
        String to = after.counts() ? subject(view, after) : null;
        if (from != null && !from.equals(to)) {
          send(view, from, -before.weight, before, at);
        }
        if (to != null && !to.equals(from)) {
          send(view, to, after.weight, after, at);
        }
      }
    }

    private void send(Row row, int sign, Instant factAt, Instant occurredAt) {
      for (View view : View.values()) {
        String subject = subject(view, row);
        if (subject != null && row.weight != 0) {
          sent.add(
              Change.adjusted(view.counter, subject, sign * row.weight)
                  .fact(row.id)
                  .factAt(factAt)
                  .at(occurredAt));
        }
      }
    }

    private void send(View view, String subject, long amount, Row row, Instant occurredAt) {
      sent.add(
          Change.adjusted(view.counter, subject, amount)
              .fact(row.id)
              .factAt(row.created)
              .at(occurredAt));
    }

    private @Nullable String subject(View view, Row row) {
      String subject = view.subject(row);
      return subject == null || subject.isEmpty() ? null : subject;
    }

    private @Nullable Row byId(String id) throws SQLException {
      List<Row> rows = find("id", id);
      return rows.isEmpty() ? null : rows.get(0);
    }

    /** Rows of the case itself; the planted one stays where it is. */
    private List<Row> ownRows(String column, String value) throws SQLException {
      return find(column, value).stream()
          .filter(row -> !row.id.startsWith(prefix + PLANTED))
          .toList();
    }

    private List<Row> find(String column, String value) throws SQLException {
      List<Row> rows = new ArrayList<>();
      try (PreparedStatement select =
          connection.prepareStatement(
              "SELECT * FROM case_row WHERE " + column + " = ? ORDER BY id")) {
        select.setString(1, value);
        try (ResultSet found = select.executeQuery()) {
          while (found.next()) {
            Row row = new Row();
            row.id = found.getString("id");
            row.parent = found.getString("parent");
            row.usr = found.getString("usr");
            row.kind = found.getString("kind");
            row.bucket = found.getString("bucket");
            row.weight = found.getLong("weight");
            row.created = Stamps.fromColumn(kind, found, "created");
            row.hiddenByMod = found.getInt("hidden_mod") != 0;
            row.hiddenByAuthor = found.getInt("hidden_author") != 0;
            rows.add(row);
          }
        }
      }
      return rows;
    }
  }
}
