package dev.trueup.config;

import static dev.trueup.config.ConfigText.ADOPTED;
import static dev.trueup.config.ConfigText.DATASOURCES;
import static dev.trueup.config.ConfigText.MANAGED;
import static dev.trueup.config.ConfigText.parse;
import static dev.trueup.config.ConfigText.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.ConfigurationException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a wrong trueup.yaml is told. */
class ConfigFaultTest {

  @Test
  void everyFaultIsNamedAtOnceWithPathPlaceAndWhatIsAllowed() {
    ConfigurationException refusal =
        refused(
            """
            datasources:
              app: { url: "jdbc:oracle:thin:@h", usrname: x }
            counters:
              post.comments:
                kind: rows
                layout: adoptd
                settle: 10 minutes
                source: { datasource: ap, table: comments, subject: post_id }
                target: { datasource: app, table: posts, key: [a, b], colum: n }
                reconcile: { duty: 2 }
            """);
    assertThat(refusal.faults())
        .extracting(ConfigurationException.Fault::path)
        .containsExactlyInAnyOrder(
            "datasources.app.url",
            "datasources.app.usrname",
            "counters.post.comments.layout",
            "counters.post.comments.settle",
            "counters.post.comments.source.datasource",
            "counters.post.comments.target.colum",
            "counters.post.comments.target.column",
            "counters.post.comments.target.key",
            "counters.post.comments.reconcile.duty");
    assertThat(refusal)
        .hasMessageContaining("nothing was started. 9 faults")
        .hasMessageContaining("counters.post.comments.layout (line 6:13): \"adoptd\"")
        .hasMessageContaining("did you mean \"adopted\"?")
        .hasMessageContaining("datasources.app.usrname (line 2:38): unknown key")
        .hasMessageContaining("did you mean \"username\"?")
        .hasMessageContaining("did you mean \"column\"?")
        .hasMessageContaining("did you mean \"app\"?");
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault("", "(file)", "it is empty"),
        fault("# nothing\n", "(file)", "it is empty"),
        fault("- a\n- b\n", "(file)", "a list"),
        fault("just words", "(file)", "single value"),
        fault(DATASOURCES, "counters", "at least one counter"),
        fault(ADOPTED, "datasources", "at least one datasource"),
        fault(
            DATASOURCES + MANAGED + "    shards: 8\n",
            "counters.post.comments.shards",
            "whose store is MongoDB"),
        fault(
            DATASOURCES + ADOPTED + "    shards: 8\nstore: docs\n",
            "counters.post.comments.shards",
            "whose store is MongoDB"),
        fault(
            DATASOURCES + MANAGED + "    store: docs\n    shards: 1001\n",
            "counters.post.comments.shards",
            "1 to 1000"),
        fault(
            DATASOURCES + "store: docs\ncounters:\n  w: { kind: ledger }\n",
            "counters.w.store",
            "SQL"),
        fault(DATASOURCES + "counters:\n\tx: 1\n", "(file)", "no tabs"),
        fault(DATASOURCES + "counters: [", "(file)", "not YAML"),
        fault(DATASOURCES + ADOPTED + "---\na: b\n", "(file)", "not YAML"),
        fault(DATASOURCES + ADOPTED + "store: *nowhere\n", "(file)", "not YAML"),
        fault("[".repeat(100_000), "(file)", "nested too deeply"),
        fault(DATASOURCES + DATASOURCES + ADOPTED, "datasources", "given twice, first at line 1"),
        fault(DATASOURCES + ADOPTED + "stores: app\n", "stores", "did you mean \"store\""),
        fault(DATASOURCES + ADOPTED + "store: cache\n", "store", "Redis can lose its memory"),
        fault(DATASOURCES + ADOPTED + "store: { datasource: nope }\n", "store.datasource", "app"),
        fault(
            DATASOURCES.replace("APP_PASSWORD", "NOT_SET") + ADOPTED,
            "datasources.app.password",
            "environment variable NOT_SET is not set"),
        fault(
            DATASOURCES.replace("APP_PASSWORD", "not a name") + ADOPTED,
            "datasources.app.password",
            "names no environment variable"),
        fault(
            DATASOURCES
                + "counters:\n  x: { kind: rows, layout: managed, source: { datasource: docs,"
                + " collection: c, subject: s, id: _id, created: at }, reconcile: { pause-while: q"
                + " } }\n",
            "counters.x.reconcile.pause-while",
            "the rows are in MongoDB"),
        limited("mongodb://h/d", "connections: 1", "connections", "2 to 1000"),
        limited("mongodb://h/d", "answer-timeout: 99ms", "answer-timeout", "100ms to 1h"),
        limited("mongodb://h/d", "retries: 3", "retries", "keys with values"),
        limited("mongodb://h/d", "retries: { tries: 3 }", "retries.tries", "attempts, deadline"),
        limited("mongodb://h/d", "retries: { attempts: 0 }", "retries.attempts", "1 to 100"),
        limited(
            "mongodb://h/d",
            "retries: { backoff: 2s, backoff-max: 1s }",
            "retries.backoff-max",
            "at least as long as backoff"),
        limited("jdbc:sqlite:f", "retries: { attempts: 3 }", "retries", "not of a SQL database"),
        limited("jdbc:sqlite:f", "answer-timeout: 1s", "answer-timeout", "not of a SQL database"),
        limited("redis://h", "connections: 3", "connections", "not of Redis"),
        limited("redis://h", "connect-timeout: 3s", "connect-timeout", "not of Redis"),
        limited("redis://h", "retries: { deadline: 3s }", "retries.deadline", "not of Redis"),
        fault(
            DATASOURCES + ADOPTED.replace("post.comments", "Post Comments"),
            "counters.Post Comments",
            "1 to 100 of a-z"),
        changed("kind: rows", "kind: row", "kind", "did you mean \"rows\""),
        changed("kind: rows\n", "\n", "kind", "missing"),
        changed("layout: adopted\n", "\n", "layout", "missing"),
        changed("subject: post_id", "subject: []", "source.subject", "one to 8"),
        changed("subject: post_id", "subject: [a, a]", "source.subject", "twice"),
        changed("subject: post_id", "subject: ''", "source.subject", "not blank"),
        changed(", subject: post_id", "", "source.subject", "missing"),
        changed("table: comments", "table:", "source.table", "empty"),
        changed("table: comments", "table: [a]", "source.table", "a list"),
        changed("table: comments", "query: x, table: c", "source.query", "exactly one of"),
        changed("table: comments", "collection: c", "source.datasource", "MongoDB"),
        changed(
            "datasource: app, table: comm",
            "datasource: cache, table: comm",
            "source.datasource",
            "this one is Redis"),
        changed("subject: post_id", "subject: post_id, scale: 31", "source.scale", "0 to 30"),
        changed("subject: post_id", "subject: post_id, rounding: up", "source.rounding", "scale"),
        changed(
            "subject: post_id",
            "subject: post_id, scale: 2, rounding: half_up",
            "source.rounding",
            "did you mean \"half-up\""),
        changed(
            "subject: post_id",
            "subject: post_id, distinct: u, amount: w",
            "source.amount",
            "beside distinct"),
        changed(
            "subject: post_id",
            "subject: post_id, zone: Europe/Pari",
            "source.zone",
            "did you mean \"Europe/Paris\""),
        changed(
            "subject: post_id",
            "subject: post_id, immutable: yes",
            "source.immutable",
            "true, false"),
        changed("key: id", "key: [id, day]", "target.key", "2 columns for a subject of 1"),
        changed("key: id, ", "", "target.key", "missing"),
        changed("table: posts", "redis-key: 'p:<subject>'", "target.datasource", "Redis"),
        changed(
            "datasource: app, table: posts, key: id, column: comment_count",
            "datasource: cache, redis-key: 'p:1'",
            "target.redis-key",
            "<subject>"),
        changed(
            "column: comment_count",
            "column: comment_count, same-transaction: 1",
            "target.same-transaction",
            "true, false"),
        changed("layout: adopted\n", "layout: adopted\n    store: app\n", "store", "in its target"),
        changed("layout: adopted\n", "layout: managed\n", "target", "has no target"),
        changed(
            "layout: adopted\n", "layout: adopted\n    window: 90000s\n", "window", "1ms to 1d"),
        changed(
            "layout: adopted\n", "layout: adopted\n    settle: -1s\n", "settle", "a number and"),
        changed("layout: adopted\n", "layout: adopted\n    settle: 99999999999s\n", "settle", "1d"),
        changed(
            "layout: adopted\n",
            "layout: adopted\n    reconcile: { every: 2h, sweep: 1h }\n",
            "reconcile.sweep",
            "shorter than every: 2h"),
        changed(
            "layout: adopted\n",
            "layout: adopted\n    reconcile: { rows-per-second: 0 }\n",
            "reconcile.rows-per-second",
            "1 to 1000000000"),
        changed(
            "layout: adopted\n",
            "layout: adopted\n    alerts: { drift: 1.5 }\n",
            "alerts.drift",
            "a whole number"),
        managed("id: id, ", "", "source.id", "managed counters need it"),
        managed(", created: created_at", "", "source.created", "managed counters need it"),
        managed("id: id", "id: id, distinct: u", "source.distinct", "whole amounts"),
        managed("id: id", "id: id, scale: 2", "source.scale", "whole amounts"),
        managed(
            "layout: managed\n",
            "layout: managed\n    settle: 2s\n",
            "settle",
            "shorter than the window of 10s"),
        other("{ kind: ledger, layout: adopted }", "layout", "never goes through an eventual path"),
        other("{ kind: ledger, source: { table: t } }", "source", "eventual path"),
        other("{ kind: ledger, window: 10s }", "window", "eventual path"),
        other("{ kind: ledger, flor: 0 }", "flor", "did you mean \"floor\""),
        other("{ kind: ledger, floor: 2, ceiling: 1 }", "ceiling", "below the floor of 2"),
        other("{ kind: ledger, floor: 1 }", "floor", "0 or less"),
        other("{ kind: ledger, ceiling: -1 }", "ceiling", "0 or more"),
        other("{ kind: ledger, expire-every: 1ms }", "expire-every", "100ms"),
        other("{ kind: ledger, floor: 9223372036854775808 }", "floor", "9223372036854775807"),
        other("{ kind: ledger, store: cache }", "store", "Redis can lose its memory"),
        other("{ kind: ledger, store: docs }", "store", "one transaction"),
        other("{ kind: members, store: cache }", "store", "Redis can lose its memory"),
        other("{ kind: members, per: day }", "zone", "missing beside per: day"),
        other("{ kind: members, zone: UTC }", "zone", "without per: day"),
        other("{ kind: members, per: week, zone: UTC }", "per", "day"),
        other("{ kind: members, other-side: x }", "other-side", "the counter itself"),
        other(
            "{ kind: members, per: day, zone: UTC, other-side: y }",
            "other-side",
            "a counter per day has one side"),
        other("{ kind: members, retention: 30d }", "retention", "without per: day"),
        other("{ kind: members, per: day, zone: UTC, retention: 1s }", "retention", "1m"),
        other("{ kind: members, self-membership: yes }", "self-membership", "true, false"),
        other("{ kind: ledger, self-membership: true }", "self-membership", "unknown key"),
        fault(DATASOURCES + "contexts: { home: { items: 0 } }", "contexts.home.items", "1 to 1000"),
        fault(
            DATASOURCES + "contexts: { home: { span: 36h } }", "contexts.home.span", "whole days"),
        fault(
            DATASOURCES + "contexts: { home: { log: { datasource: cache } } }",
            "contexts.home.log.datasource",
            "Redis can lose its memory"),
        fault(
            DATASOURCES + "contexts: { home: { log: { datasource: app } } }",
            "contexts.home.log.seq",
            "missing"));
  }

  @ParameterizedTest(name = "{1}: {2}")
  @MethodSource("faults")
  void aFaultIsFoundAtItsPlace(String text, String path, String said) {
    ConfigurationException refusal = refused(text);
    assertThat(refusal.faults())
        .anySatisfy(
            fault -> {
              assertThat(fault.path()).isEqualTo(path);
              assertThat(fault.toString()).contains(said);
            });
    assertThat(refusal.getMessage()).doesNotContain("s3cret-of-the-test").startsWith("trueup.yaml");
  }

  @Test
  void twoCountersOfOneRelationMustNameEachOther() {
    String members = DATASOURCES + "counters:\n  a: { kind: members, other-side: b }\n  b: ";
    assertThat(parse(members + "{ kind: members, other-side: a }").counters()).hasSize(2);
    assertThat(refused(members + "{ kind: members, other-side: c }"))
        .hasMessageContaining("two counters that name each other");
    assertThat(refused(members + "{ kind: ledger }")).hasMessageContaining("kind ledger");
    assertThat(refused(members + "{ kind: members, per: day, zone: UTC }"))
        .hasMessageContaining("which counts per day");
    assertThat(refused(members.replace("b }", "c }") + "{ kind: members, other-side: c }"))
        .hasMessageContaining("\"c\", whose other side is \"a\"");
  }

  @Test
  void whatOneSideOfARelationSaysHoldsForBothAndTheyMayNotDisagree() {
    String members =
        DATASOURCES
            + "counters:\n  a: { kind: members, other-side: b, store: app, self-membership: true }"
            + "\n  b: ";
    var counters = parse(members + "{ kind: members }").counters();
    assertThat(counters.get("b"))
        .isEqualTo(new CounterConfig.Members("b", "a", false, null, null, true, "app"));
    assertThat(counters.get("a"))
        .isEqualTo(new CounterConfig.Members("a", "b", false, null, null, true, "app"));
    assertThat(refused(members + "{ kind: members, other-side: a, self-membership: false }"))
        .hasMessageContaining("not what b says");
  }

  @Test
  void whatAnEnvironmentVariableHeldIsNeverPrinted() {
    assertThat(
            refused(
                DATASOURCES.replace("jdbc:postgresql://localhost/forum", "${APP_PASSWORD}")
                    + ADOPTED))
        .hasMessageContaining("datasources.app.url")
        .hasMessageNotContaining("s3cret-of-the-test");
    assertThat(refused(DATASOURCES + ADOPTED.replace("kind: rows", "kind: ${APP_PASSWORD}")))
        .hasMessageContaining("\"${APP_PASSWORD} (replaced)\"")
        .hasMessageNotContaining("s3cret-of-the-test");
    assertThat(refused("datasources: { app: { url: 'x', password: plain-pw } }\n" + "a: [b: {"))
        .hasMessageNotContaining("plain-pw");
  }

  @Test
  void aDoubledDollarStandsForTheTextItself() {
    var counter =
        (CounterConfig.Rows)
            parse(DATASOURCES + ADOPTED.replace("post_id }", "post_id, where: \"x = '$${A}'\" }"))
                .counter("post.comments");
    assertThat(counter.source().where()).isEqualTo("x = '${A}'");
  }

  @Test
  void aliasesThatMultiplyAreRefusedQuickly() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 60; i++) {
      bomb.append("a").append(i).append(": &a").append(i).append(" [");
      bomb.append(("*a" + (i - 1) + ",").repeat(9)).append("]\n");
    }
    assertThat(refused(bomb.toString()).faults()).isNotEmpty();
  }

  @Test
  void aThousandFaultsAreCountedAndAHundredShown() {
    StringBuilder text = new StringBuilder(DATASOURCES).append(ADOPTED);
    for (int i = 0; i < 1_000; i++) {
      text.append("nokey").append(i).append(": 1\n");
    }
    assertThat(refused(text.toString()).faults()).hasSize(100);
    assertThat(refused(text.toString())).hasMessageContaining("1000 faults");
  }

  @Test
  void anUnknownCounterIsRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> parse(DATASOURCES + ADOPTED).counter("post.coments"))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("there is post.comments")
        .hasMessageContaining("did you mean \"post.comments\"?");
    assertThat(List.of(parse(DATASOURCES + MANAGED).counter("post.comments"))).hasSize(1);
  }

  private static Arguments fault(String text, String path, String said) {
    return Arguments.of(text, path, said);
  }

  private static Arguments limited(String url, String limit, String key, String allowed) {
    return fault(
        DATASOURCES + "  x: { url: \"" + url + "\", " + limit + " }\n" + ADOPTED,
        "datasources.x." + key,
        allowed);
  }

  private static Arguments changed(String from, String to, String path, String said) {
    return replaced(ADOPTED, from, to, path, said);
  }

  private static Arguments managed(String from, String to, String path, String said) {
    return replaced(MANAGED, from, to, path, said);
  }

  private static Arguments other(String section, String path, String said) {
    return fault(DATASOURCES + "counters:\n  x: " + section + "\n", "counters.x." + path, said);
  }

  private static Arguments replaced(String text, String from, String to, String path, String said) {
    if (!text.contains(from)) {
      throw new AssertionError("the text has no " + from);
    }
    return fault(DATASOURCES + text.replace(from, to), "counters.post.comments." + path, said);
  }
}
