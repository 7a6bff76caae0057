package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;

/** A forum of sixty posts with counters of many kinds; the same rows every time. */
final class ForumTables {
  static final int POSTS = 60;

  private ForumTables() {}

  static List<String> statements() {
    List<String> sql =
        new ArrayList<>(
            List.of(
                "CREATE TABLE users (id INTEGER PRIMARY KEY, num_posts INTEGER)",
                "CREATE TABLE posts (id INTEGER PRIMARY KEY, author_id INTEGER, status VARCHAR(20),"
                    + " comment_count INTEGER, like_count INTEGER, share_count INTEGER,"
                    + " view_count INTEGER, score INTEGER)",
                "CREATE TABLE comments (id INTEGER PRIMARY KEY, on_post INTEGER,"
                    + " FOREIGN KEY (on_post) REFERENCES posts (id))",
                "CREATE TABLE likes (id INTEGER PRIMARY KEY, post_id INTEGER,"
                    + " deleted_at TIMESTAMP NULL)",
                "CREATE TABLE shares (id INTEGER PRIMARY KEY, post_id INTEGER,"
                    + " removed_at TIMESTAMP NULL)",
                "CREATE TABLE votes (id INTEGER PRIMARY KEY, post_id INTEGER,"
                    + " vote_type VARCHAR(10))",
                "CREATE TABLE orders (id INTEGER PRIMARY KEY, total DECIMAL(10,2))",
                "CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER,"
                    + " price DECIMAL(10,2), quantity INTEGER)"));
    int[] ids = new int[5];
    int[] published = new int[8];
    for (int post = 1; post <= POSTS; post++) {
      boolean counts = post % 3 != 0;
      published[post % 7] += counts ? 1 : 0;
      addPost(sql, ids, post, counts);
    }
    for (int user = 0; user < 7; user++) {
      sql.add("INSERT INTO users VALUES (" + user + ", " + published[user] + ")");
    }
    for (int order = 1; order <= 20; order++) {
      String total = (order * 3 + 2) + ".50";
      sql.add("INSERT INTO orders VALUES (" + order + ", " + total + ")");
      line(sql, ids, order, order + ".00", 3);
      line(sql, ids, order, "1.25", 2);
    }
    return sql;
  }

  private static void addPost(List<String> sql, int[] ids, int post, boolean counts) {
    int comments = post % 5;
    int drift = post == 9 ? 4 : post == 20 ? 1 : 0;
    int likes = post % 4;
    int shares = post % 3 + 1;
    int up = post % 6;
    int down = post % 2;
    sql.add(
        "INSERT INTO posts VALUES ("
            + post
            + ", "
            + post % 7
            + (counts ? ", 'published'" : ", 'draft'")
            + ", "
            + (comments + drift)
            + ", "
            + likes
            + ", "
            // The application never counts a removed share down.
            + (shares + 1)
            + ", "
            + post * 37 % 101
            + ", "
            + (up - down)
            + ")");
    row(sql, ids, 0, "comments", post, comments, "");
    row(sql, ids, 1, "likes", post, likes, ", NULL");
    row(sql, ids, 1, "likes", post, post % 3, ", '2026-01-01 00:00:00'");
    row(sql, ids, 2, "shares", post, shares, ", NULL");
    row(sql, ids, 2, "shares", post, 1, ", '2026-01-01 00:00:00'");
    row(sql, ids, 3, "votes", post, up, ", 'up'");
    row(sql, ids, 3, "votes", post, down, ", 'down'");
    row(sql, ids, 3, "votes", post, post % 5 == 1 ? 2 : 0, ", 'flag'");
  }

  private static void row(
      List<String> sql, int[] ids, int id, String table, int post, int count, String rest) {
    for (int i = 0; i < count; i++) {
      sql.add("INSERT INTO " + table + " VALUES (" + ++ids[id] + ", " + post + rest + ")");
    }
  }

  private static void line(List<String> sql, int[] ids, int order, String price, int quantity) {
    sql.add(
        "INSERT INTO order_lines VALUES ("
            + ++ids[4]
            + ", "
            + order
            + ", "
            + price
            + ", "
            + quantity
            + ")");
  }
}
