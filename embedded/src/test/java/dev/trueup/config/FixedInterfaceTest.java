package dev.trueup.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.events.EventCounter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys that are fixed for good: everything that may stand in a trueup.yaml. */
class FixedInterfaceTest {
  private static final String WHOLE =
      ConfigText.DATASOURCES
          + """
          store: { datasource: app }
          counters:
            post.comments:
              kind: rows
              layout: adopted
              source:
                datasource: app
                table: comments
                subject: post_id
                where: "status = 'approved'"
                amount: "1"
                scale: 2
                rounding: half-even
                distinct: user_id
                id: id
                created: created_at
                zone: Asia/Seoul
                deleted: deleted_at
                immutable: false
              target:
                datasource: app
                table: posts
                key: id
                column: comment_count
                where: "type = 'post'"
                same-transaction: true
              window: 5s
              settle: 500ms
              reconcile: { every: 2m, sweep: 7d, rows-per-second: 100, duty: 0.5, pause-while: "SELECT 0" }
              alerts: { drift: 100, sustained-runs: 3, jump: 1000, coverage: 48h }
            wallet.balance: { kind: ledger, floor: 0, ceiling: 9_000 }
            user.followers: { kind: members, other-side: user.following }
            page.views:     { kind: events, retention: 30d }
            page.daily-viewers: { kind: members, per: day, zone: Asia/Seoul }
            post.likes:
              kind: rows
              layout: managed
              store: cache
              source: { datasource: docs, collection: likes, subject: [post, day], id: _id, created: at }
            order.total:
              kind: rows
              layout: managed
              store: { datasource: docs }
              source: { datasource: app, query: "SELECT 1 subject, 2 id, 3 created, 4 amount" }
            post.seen:
              kind: rows
              layout: adopted
              source: { datasource: app, table: seen, subject: [a, b] }
              target: { datasource: cache, redis-key: "post:<subject>:comments#seen" }
          contexts:
            home:
              items: 20
              span: 7d
              zone: UTC
              store: cache
              log: { datasource: app, table: activity_log, user: user_id, origin: device_id, seq: seq, type: type, item: item_id, at: occurred_at }
          """;

  private final TrueupConfig config = ConfigText.parse(WHOLE);

  @Test
  void everyKeyOfAnAdoptedCounterIsRead() {
    var counter = (CounterConfig.Rows) config.counter("post.comments");
    assertThat(counter.layout()).isEqualTo(Layout.ADOPTED);
    var source = counter.source();
    assertThat(source.datasource()).isEqualTo("app");
    assertThat(source.table()).isEqualTo("comments");
    assertThat(source.subject()).containsExactly("post_id");
    assertThat(source.where()).isEqualTo("status = 'approved'");
    assertThat(source.amount()).isEqualTo("1");
    assertThat(source.scale()).isEqualTo(2);
    assertThat(source.rounding()).isEqualTo(RoundingMode.HALF_EVEN);
    assertThat(source.distinct()).isEqualTo("user_id");
    assertThat(source.id()).isEqualTo("id");
    assertThat(source.created()).isEqualTo("created_at");
    assertThat(source.zone()).isEqualTo(ZoneId.of("Asia/Seoul"));
    assertThat(source.deleted()).isEqualTo("deleted_at");
    assertThat(source.immutable()).isFalse();
    var target = java.util.Objects.requireNonNull(counter.target());
    assertThat(target.table()).isEqualTo("posts");
    assertThat(target.key()).containsExactly("id");
    assertThat(target.column()).isEqualTo("comment_count");
    assertThat(target.where()).isEqualTo("type = 'post'");
    assertThat(target.sameTransaction()).isTrue();
    assertThat(counter.window()).isEqualTo(Duration.ofSeconds(5));
    assertThat(counter.settle()).isEqualTo(Duration.ofMillis(500));
    assertThat(counter.reconcile())
        .isEqualTo(
            new ReconcileConfig(
                Duration.ofMinutes(2), Duration.ofDays(7), 100, new BigDecimal("0.5"), "SELECT 0"));
    assertThat(counter.alerts()).isEqualTo(new AlertsConfig(100L, 3L, 1000L, Duration.ofDays(2)));
  }

  @Test
  void theKindsThatHoldTheirOwnTruthAreRead() {
    assertThat(config.counter("wallet.balance"))
        .isEqualTo(
            new CounterConfig.Ledger("wallet.balance", 0L, 9_000L, Duration.ofSeconds(10), null));
    assertThat(config.counter("user.followers"))
        .isEqualTo(
            new CounterConfig.Members(
                "user.followers", "user.following", false, null, null, null, null));
    assertThat(config.counter("page.views"))
        .isEqualTo(
            new CounterConfig.Events(
                "page.views",
                Duration.ofDays(30),
                EventCounter.Counts.EVERY,
                List.of(),
                null,
                Duration.ofMinutes(10),
                CounterConfig.Recounting.DEFAULT,
                null));
    assertThat(config.counter("page.daily-viewers"))
        .isEqualTo(
            new CounterConfig.Members(
                "page.daily-viewers", null, true, ZoneId.of("Asia/Seoul"), null, null, null));
  }

  /**
   * The file names the other side and gives it no lines of its own; it is a counter all the same.
   */
  @Test
  void theOtherSideOfMembersIsACounterTooWhereTheFileOnlyNamesIt() {
    assertThat(config.counter("user.following"))
        .isEqualTo(
            new CounterConfig.Members(
                "user.following", "user.followers", false, null, null, null, null));
  }

  @Test
  void documentsQueriesAndKeysOfACacheAreRead() {
    var likes = (CounterConfig.Rows) config.counter("post.likes");
    assertThat(likes.source().collection()).isEqualTo("likes");
    assertThat(likes.source().subject()).containsExactly("post", "day");
    assertThat(likes.store()).isEqualTo("cache");
    assertThat(likes.window()).isEqualTo(Duration.ofSeconds(10));
    assertThat(likes.settle()).isEqualTo(Duration.ofSeconds(30));
    var total = (CounterConfig.Rows) config.counter("order.total");
    assertThat(total.store()).isEqualTo("docs");
    assertThat(total.source().subject()).containsExactly("subject");
    assertThat(total.source().id()).isEqualTo("id");
    assertThat(total.source().created()).isEqualTo("created");
    assertThat(total.source().amount()).isEqualTo("amount");
    var seen = (CounterConfig.Rows) config.counter("post.seen");
    assertThat(java.util.Objects.requireNonNull(seen.target()).redisKey())
        .isEqualTo("post:<subject>:comments#seen");
  }

  @Test
  void howAJournalInDocumentsIsRecountedIsRead() {
    String keys =
        "window: 100ms, settle: 500ms, shards: 4, reconcile: { every: 1s, sweep: 2m, duty: 1 }";
    String own = "counters: { views: { kind: events, store: docs, " + keys + " } }\n";
    String whole = "store: docs\ncounters: { views: { kind: events, " + keys + " } }\n";
    for (String text : List.of(own, whole)) {
      var views =
          (CounterConfig.Events) ConfigText.parse(ConfigText.DATASOURCES + text).counter("views");
      assertThat(views.recounting())
          .isEqualTo(
              new CounterConfig.Recounting(
                  Duration.ofMillis(100),
                  Duration.ofMillis(500),
                  new ReconcileConfig(
                      Duration.ofSeconds(1), Duration.ofMinutes(2), 50_000, BigDecimal.ONE, null),
                  4));
    }
    var plain =
        (CounterConfig.Events)
            ConfigText.parse(
                    ConfigText.DATASOURCES + "counters: { views: { kind: events, store: docs } }")
                .counter("views");
    assertThat(plain.recounting()).isEqualTo(CounterConfig.Recounting.DEFAULT);
    assertThat(plain.recounting().settle()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aContextIsRead() {
    assertThat(config.contexts().get("home"))
        .isEqualTo(
            new ContextConfig(
                "home",
                20,
                7,
                ZoneId.of("UTC"),
                "cache",
                new ContextConfig.Log(
                    "app",
                    "activity_log",
                    "user_id",
                    "device_id",
                    "seq",
                    "type",
                    "item_id",
                    "occurred_at")));
  }

  @Test
  void theStoreIsAFileBesideTheConfigurationWhereNoneIsNamed(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("trueup.yaml");
    Files.writeString(file, ConfigText.DATASOURCES + ConfigText.ADOPTED);
    StoreConfig store = TrueupConfig.load(file, ConfigText.VARIABLES::get).store();
    assertThat(store.datasource()).isNull();
    assertThat(store.file()).isEqualTo(folder.resolve(".trueup").resolve("state.db"));
    assertThat(config.store().datasource()).isEqualTo("app");
  }

  @Test
  void theOrderOfTheFileIsKept() {
    assertThat(List.copyOf(config.counters().keySet()))
        .startsWith("post.comments", "wallet.balance", "user.followers", "page.views");
  }

  @Test
  void theTextFormNeverHoldsAPassword() {
    Datasource app = config.datasource("app");
    assertThat(app.password()).isEqualTo("s3cret-of-the-test");
    assertThat(config.toString()).doesNotContain("s3cret-of-the-test");
    Datasource inUrl =
        new Datasource(
            "x",
            Datasource.Kind.JDBC,
            "jdbc:postgresql://h/d?user=a&password=pw1&ssl=true",
            null,
            null,
            ConnectionLimits.DEFAULT);
    assertThat(inUrl.toString()).doesNotContain("pw1").contains("ssl=true");
    assertThat(SafeUrl.of("mongodb://joe:p%40w@h/d")).isEqualTo("mongodb://joe:***@h/d");
    assertThat(SafeUrl.of("redis://:pw@h")).isEqualTo("redis://:***@h");
    assertThat(SafeUrl.of("redis://:p@w/2@h")).doesNotContain("p@w");
  }
}
