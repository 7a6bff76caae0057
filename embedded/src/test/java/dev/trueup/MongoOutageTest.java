package dev.trueup;

import static dev.trueup.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.trueup.config.StoreConfig;
import dev.trueup.config.TrueupConfig;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import dev.trueup.testkit.servers.EmbeddedMongo;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows and counter in one MongoDB, whose lines are cut, and which is not there for a while. */
class MongoOutageTest {
  private static final String COUNTER = "post.comments";
  private static final int POSTS = 5;
  private static final int WRITERS = 3;

  /** The first of a change's writes: a request is one message, with its command's name first. */
  private static final String A_WRITE = "update";

  private static final String ANYTHING = "(?s).";

  private static TrueupConfig config(Path folder, String url) {
    String yaml =
        """
        datasources:
          docs: { url: "%s", connect-timeout: 1s, retries: { deadline: 2s } }
        counters:
          post.comments:
            kind: rows
            layout: managed
            store: docs
            window: 100ms
            settle: 3s
            reconcile: { every: 300ms, sweep: 1h, duty: 1, rows-per-second: 1000000 }
            source: { datasource: docs, collection: comments, subject: post, id: _id, created: at }
        """
            .formatted(url);
    return TrueupConfig.parse(yaml, folder.resolve("trueup.yaml"), name -> null);
  }

  @Test
  void i7ReadingsAreTrueThroughoutWhenLinesToMongoDbAreCutWhileWritersGoOn(@TempDir Path folder)
      throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient direct = MongoClients.create(server.url());
        CuttingProxy proxy = CuttingProxy.before(server.url());
        Trueup trueup = Trueup.open(config(folder, proxy.url()))) {
      // A reader may come before the first row; a collection that is not there is refused.
      direct.getDatabase(server.name()).createCollection("comments");
      MongoCollection<Document> comments =
          direct.getDatabase(server.name()).getCollection("comments");
      WritingApplication application =
          new WritingApplication(
              COUNTER, POSTS, (fact, post) -> comment(comments, fact, post), trueup.counters());
      int[] cuts = new int[3];
      application.run(
          WRITERS,
          () -> {
            await(application::allHaveABase);
            proxy.cut(Cut.BEFORE_THE_WORD, A_WRITE, 5);
            await(() -> proxy.cuts() >= 50);
            cuts[0] = proxy.cuts();
            proxy.cut(Cut.AFTER_ITS_ANSWER, A_WRITE, 5);
            await(() -> proxy.cuts() >= cuts[0] + 50);
            cuts[1] = proxy.cuts() - cuts[0];
            long unknown = application.unknown.get();
            proxy.cut(Cut.BEFORE_THE_WORD, ANYTHING);
            await(
                () ->
                    application.unknown.get() >= unknown + 4 * WRITERS
                        && application.refused.get() > 1);
            cuts[2] = proxy.cuts() - cuts[0] - cuts[1];
            proxy.cut(Cut.NOWHERE, ANYTHING);
            long readings = application.readings.get();
            await(() -> application.readings.get() > readings + 20 && !marks(folder).isEmpty());
          });
      trueup.repair(List.of(), RunOptions.DEFAULT);
      for (int post = 0; post < POSTS; post++) {
        long truth = comments.countDocuments(new Document("post", post));
        assertThat(application.read(post).value()).isEqualTo(truth);
        assertThat(truth).isEqualTo(application.confirmed.get(post));
      }
      List<String> marks = marks(folder);
      System.out.printf(
          Locale.ROOT,
          "MongoDB cut off while written to: %d changes, %d of them sent again because of UNKNOWN;"
              + " %d lines cut at a request, %d at its answer, %d while it was not there;"
              + " %d readings, all true, %d refused; on the time line: %s%n",
          application.rows.get(),
          application.unknown.get(),
          cuts[0],
          cuts[1],
          cuts[2],
          application.readings.get(),
          application.refused.get(),
          marks);
      assertThat(application.readings.get()).isGreaterThan(100);
      assertThat(marks).allMatch(mark -> mark.startsWith("post.comments was not reconciled from "));
      assertThat(
              count(folder, "SELECT count(*) FROM trueup_repair_entry WHERE state <> 'INSTALLED'"))
          .isZero();
    }
  }

  private static Instant comment(MongoCollection<Document> comments, String id, int post) {
    Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    comments.insertOne(new Document("_id", id).append("post", post).append("at", Date.from(at)));
    return at;
  }

  private static List<String> marks(Path folder) {
    List<String> labels = new ArrayList<>();
    try (Connection state = state(folder);
        Statement statement = state.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT label FROM trueup_timeline_mark ORDER BY at")) {
      while (rows.next()) {
        labels.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return labels;
  }

  private static long count(Path folder, String question) {
    try (Connection state = state(folder);
        Statement statement = state.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static Connection state(Path folder) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(StoreConfig.FILE));
  }
}
