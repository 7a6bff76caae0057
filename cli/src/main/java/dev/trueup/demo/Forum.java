package dev.trueup.demo;

import dev.trueup.counter.Change;
import dev.trueup.jdbc.Database;
import java.time.Instant;
import java.util.List;
import org.jooq.DSLContext;

/**
 * The forum's own database: posts and comments. Every method that writes is one short transaction.
 * A comment counts when it is there and not marked deleted. Thread-safe.
 */
final class Forum {
  private static final String INSERT =
      "INSERT INTO comments (id, post_id, created_at) VALUES (?, ?, ?)";

  private final Database database;
  private final int posts;

  private Forum(Database database, int posts) {
    this.database = database;
    this.posts = posts;
  }

  /** Makes the tables and the first comments; the column of every post is right at that moment. */
  static Forum create(Database database, int posts, List<Comment> first) {
    database.write(
        "make the forum",
        transaction -> {
          DSLContext sql = transaction.sql();
          sql.execute(
              "CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT NOT NULL,"
                  + " comment_count INTEGER NOT NULL DEFAULT 0)");
          sql.execute(
              "CREATE TABLE comments (id INTEGER PRIMARY KEY,"
                  + " post_id INTEGER NOT NULL REFERENCES posts (id), created_at TEXT NOT NULL,"
                  + " updated_at TEXT, deleted_at TEXT)");
          sql.execute("CREATE INDEX comments_post ON comments (post_id)");
          sql.execute("CREATE INDEX comments_created ON comments (created_at)");
          sql.execute("CREATE INDEX comments_deleted ON comments (deleted_at)");
          for (int post = 1; post <= posts; post++) {
            sql.execute("INSERT INTO posts (id, title) VALUES (?, ?)", post, Titles.of(post));
          }
          for (Comment comment : first) {
            insert(sql, comment);
          }
          return sql.execute(
              "UPDATE posts SET comment_count ="
                  + " (SELECT count(*) FROM comments WHERE post_id = posts.id)");
        });
    return new Forum(database, posts);
  }

  void add(Comment comment) {
    database.write("add a comment", transaction -> insert(transaction.sql(), comment));
  }

  private static int insert(DSLContext sql, Comment comment) {
    return sql.execute(INSERT, comment.id(), comment.post(), Stamp.text(comment.createdAt()));
  }

  void remove(Comment comment, Instant at) {
    write("UPDATE comments SET deleted_at = ? WHERE id = ?", Stamp.text(at), comment.id());
  }

  void restore(Comment comment, Instant at) {
    write(
        "UPDATE comments SET deleted_at = NULL, updated_at = ? WHERE id = ?",
        Stamp.text(at),
        comment.id());
  }

  void move(Comment comment, int to, Instant at) {
    write(
        "UPDATE comments SET post_id = ?, updated_at = ? WHERE id = ?",
        to,
        Stamp.text(at),
        comment.id());
  }

  void deleteByHand(List<Comment> comments) {
    byHand("DELETE FROM comments WHERE id = ?", comments);
  }

  void restoreByHand(List<Comment> comments) {
    byHand("UPDATE comments SET deleted_at = NULL WHERE id = ?", comments);
  }

  void moveByHand(List<Comment> comments, int to) {
    database.write(
        "move comments",
        transaction -> {
          for (Comment comment : comments) {
            transaction
                .sql()
                .execute("UPDATE comments SET post_id = ? WHERE id = ?", to, comment.id());
          }
          return comments.size();
        });
  }

  private void byHand(String statement, List<Comment> comments) {
    database.write(
        "change comments",
        transaction -> {
          comments.forEach(comment -> transaction.sql().execute(statement, comment.id()));
          return comments.size();
        });
  }

  private void write(String statement, Object... values) {
    database.write("change a comment", transaction -> transaction.sql().execute(statement, values));
  }

  /** The truth: comments of each post, counted from the rows. Place 0 is not used. */
  long[] count() {
    return Columns.perPost(
        database,
        posts,
        "SELECT post_id, count(*) FROM comments WHERE deleted_at IS NULL GROUP BY post_id");
  }

  /** Adds to the column of each post, as a forum does it. */
  int incrementColumns(List<Change> changes) {
    return database.write(
        "count a comment",
        transaction -> {
          for (Change change : changes) {
            transaction
                .sql()
                .execute(
                    "UPDATE posts SET comment_count = comment_count + ? WHERE id = ?",
                    change.amount(),
                    Integer.parseInt(change.subject().key()));
          }
          return changes.size();
        });
  }

  long[] columns() {
    return Columns.perPost(database, posts, "SELECT id, comment_count FROM posts");
  }
}
