package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.testkit.servers.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The counters that the sets of real data store beside the rows they count. */
final class RealCounters {
  private static final String TEXT = "varchar(100)";

  private RealCounters() {}

  static List<AdoptedCounter> stackExchange(TestDatabase database, String set) {
    Path folder = RealData.folder(set);
    Map<String, String> stamps = Map.of("creationdate", TEXT, "closeddate", TEXT);
    RealData.load(
        database,
        folder,
        "posts",
        Map.of(
            "creationdate",
            TEXT,
            "closeddate",
            TEXT,
            "communityowneddate",
            TEXT,
            "lastactivitydate",
            TEXT,
            "tags",
            "varchar(1000)"));
    RealData.load(database, folder, "comments", stamps);
    RealData.load(database, folder, "votes", stamps);
    RealData.load(database, folder, "tags", Map.of("tagname", TEXT));
    return List.of(
        CounterOf.named("post.comments")
            .rows("comments", "postid")
            .id("id")
            .stored("posts", "commentcount", "id")
            .counter(),
        CounterOf.named("post.answers")
            .rows("posts", "parentid")
            .where("posttypeid = 2")
            .id("id")
            .stored("posts", "answercount", "id")
            .only("posttypeid = 1")
            .counter(),
        CounterOf.named("post.score")
            .rows("votes", "postid")
            .where("votetypeid IN (2, 3)")
            .amount("CASE votetypeid WHEN 2 THEN 1 ELSE -1 END")
            .id("id")
            .stored("posts", "score", "id")
            .counter(),
        CounterOf.named("post.favorites")
            .rows("votes", "postid")
            .where("votetypeid = 5")
            .id("id")
            .stored("posts", "favoritecount", "id")
            .only("posttypeid = 1")
            .counter(),
        CounterOf.named("tag.questions")
            .query(
                "SELECT t.id AS subject, p.id AS id FROM tags t JOIN posts p"
                    + " ON concat(' ', p.tags, ' ') LIKE concat('% ', t.tagname, ' %')"
                    + " WHERE p.posttypeid = 1;")
            .stored("tags", "count", "id")
            .counter());
  }

  static List<AdoptedCounter> gitea(TestDatabase database) {
    Path folder = RealData.folder("gitea-fixtures");
    String[] files = {
      "repository",
      "user",
      "milestone",
      "label",
      "issue",
      "team",
      "topic",
      "comment",
      "watch",
      "star",
      "follow",
      "org_user",
      "team_repo",
      "team_user",
      "issue_label",
      "repo_topic"
    };
    for (String file : files) {
      RealData.load(
          database,
          folder,
          file,
          Map.of(
              "num_watches",
              "zero",
              "num_stars",
              "zero",
              "num_forks",
              "zero",
              "num_issues",
              "zero",
              "num_closed_issues",
              "zero",
              "num_pulls",
              "zero",
              "num_closed_pulls",
              "zero",
              "num_milestones",
              "zero",
              "num_closed_milestones",
              "zero",
              "mode",
              "zero"));
    }
    String open = "is_pull = 0";
    String pull = "is_pull = 1";
    String closed = " AND is_closed = 1";
    List<AdoptedCounter> counters = new ArrayList<>();
    add(counters, "repository", "num_watches", "watch", "repo_id", "mode NOT IN (0, 2)");
    add(counters, "repository", "num_stars", "star", "repo_id", "1 = 1");
    add(counters, "repository", "num_forks", "repository", "fork_id", "1 = 1");
    add(counters, "repository", "num_issues", "issue", "repo_id", open);
    add(counters, "repository", "num_closed_issues", "issue", "repo_id", open + closed);
    add(counters, "repository", "num_pulls", "issue", "repo_id", pull);
    add(counters, "repository", "num_closed_pulls", "issue", "repo_id", pull + closed);
    add(counters, "repository", "num_milestones", "milestone", "repo_id", "1 = 1");
    add(counters, "repository", "num_closed_milestones", "milestone", "repo_id", "is_closed = 1");
    add(counters, "user", "num_followers", "follow", "follow_id", "1 = 1");
    add(counters, "user", "num_following", "follow", "user_id", "1 = 1");
    add(counters, "user", "num_stars", "star", "uid", "1 = 1");
    add(counters, "user", "num_repos", "repository", "owner_id", "1 = 1");
    add(counters, "user", "num_teams", "team", "org_id", "1 = 1");
    add(counters, "user", "num_members", "org_user", "org_id", "1 = 1");
    add(counters, "milestone", "num_issues", "issue", "milestone_id", "1 = 1");
    add(counters, "milestone", "num_closed_issues", "issue", "milestone_id", "is_closed = 1");
    add(counters, "team", "num_repos", "team_repo", "team_id", "1 = 1");
    add(counters, "team", "num_members", "team_user", "team_id", "1 = 1");
    add(counters, "issue", "num_comments", "comment", "issue_id", "type = 0");
    add(counters, "label", "num_issues", "issue_label", "label_id", "1 = 1");
    add(counters, "topic", "repo_count", "repo_topic", "topic_id", "1 = 1");
    counters.add(
        CounterOf.named("label.num_closed_issues")
            .query(
                "SELECT l.label_id AS subject, l.id AS id FROM issue_label l"
                    + " JOIN issue i ON i.id = l.issue_id WHERE i.is_closed = 1")
            .stored("label", "num_closed_issues", "id")
            .counter());
    return counters;
  }

  private static void add(
      List<AdoptedCounter> counters,
      String table,
      String column,
      String rows,
      String subject,
      String where) {
    counters.add(
        CounterOf.named(table + "." + column)
            .rows(rows, subject)
            .where(where)
            .stored(table, column, "id")
            .counter());
  }

  static List<AdoptedCounter> rails(TestDatabase database) {
    Path folder = RealData.folder("rails-ar-fixtures");
    Map<String, String> types = Map.of("type", TEXT, "taggable_type", TEXT);
    for (String file : List.of("posts", "comments", "taggings", "topics")) {
      RealData.load(database, folder, file, types);
    }
    return List.of(
        CounterOf.named("post.comments")
            .rows("comments", "post_id")
            .id("id")
            .stored("posts", "legacy_comments_count", "id")
            .counter(),
        CounterOf.named("post.tags")
            .rows("taggings", "taggable_id")
            .where("taggable_type = 'Post'")
            .id("id")
            .stored("posts", "tags_count", "id")
            .counter(),
        CounterOf.named("topic.replies")
            .rows("topics", "parent_id")
            .id("id")
            .stored("topics", "replies_count", "id")
            .counter());
  }

  static List<AdoptedCounter> chinook(TestDatabase database) {
    Path folder = RealData.folder("chinook");
    RealData.load(
        database, folder, "invoice", Map.of("invoicedate", TEXT, "total", "decimal(10,2)"));
    RealData.load(database, folder, "invoice_line", Map.of("unitprice", "decimal(10,2)"));
    return List.of(
        CounterOf.named("invoice.total")
            .rows("invoice_line", "invoiceid")
            .amount("unitprice * quantity")
            .stored("invoice", "total", "invoiceid")
            .counter());
  }

  /** Three counters: subtotals from lines, and the total due at four and at two digits. */
  static List<AdoptedCounter> adventureWorks(TestDatabase database) {
    Path folder = RealData.folder("adventureworks-lt");
    String money = "decimal(19,7)";
    RealData.load(
        database,
        folder,
        "order_header",
        Map.of(
            "orderdate",
            TEXT,
            "subtotal",
            money,
            "taxamt",
            money,
            "freight",
            money,
            "totaldue",
            money));
    RealData.load(
        database,
        folder,
        "order_line",
        Map.of("unitprice", money, "discount", money, "linetotal", money));
    String parts =
        "SELECT salesorderid AS subject, subtotal AS amount FROM order_header"
            + " UNION ALL SELECT salesorderid, taxamt FROM order_header"
            + " UNION ALL SELECT salesorderid, freight FROM order_header";
    return List.of(
        CounterOf.named("order.subtotal")
            .rows("order_line", "salesorderid")
            .amount("linetotal")
            .stored("order_header", "subtotal", "salesorderid")
            .counter(),
        CounterOf.named("order.due-4")
            .query(parts)
            .scale(4)
            .stored("order_header", "totaldue", "salesorderid")
            .counter(),
        CounterOf.named("order.due-2")
            .query(parts)
            .scale(2)
            .stored("order_header", "totaldue", "salesorderid")
            .counter());
  }
}
