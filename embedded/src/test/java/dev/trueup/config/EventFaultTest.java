package dev.trueup.config;

import static dev.trueup.config.ConfigText.DATASOURCES;
import static dev.trueup.config.ConfigText.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a wrong counter of events is told. */
class EventFaultTest {

  static Stream<Arguments> faults() {
    return Stream.of(
        fault("{ kind: events, store: cache }", "store", "Redis can lose its memory"),
        fault("{ kind: events, source: { table: t } }", "source", "no rows to recount"),
        fault("{ kind: events, alerts: { drift: 1 } }", "alerts", "no rows to recount"),
        fault("{ kind: events, settle: 1s }", "settle", "whose store is MongoDB"),
        fault("{ kind: events, store: app, window: 1s }", "window", "never recounted"),
        fault("{ kind: events, store: app, shards: 2 }", "shards", "never recounted"),
        fault("{ kind: events, store: app, reconcile: { every: 1m } }", "reconcile", "never"),
        fault("{ kind: events, store: app, widnow: 1s }", "widnow", "did you mean \"window\""),
        fault("{ kind: events, store: docs, settle: 1s }", "settle", "shorter than the window"),
        fault("{ kind: events, store: docs, window: 0s }", "window", "1ms to 1d"),
        fault("{ kind: events, store: docs, shards: 0 }", "shards", "1 to 1000"),
        fault(
            "{ kind: events, store: docs, reconcile: { every: 1d, sweep: 1h } }",
            "reconcile.sweep",
            "shorter than every: 1d"),
        fault(
            "{ kind: events, store: docs, reconcile: { pause-while: 'SELECT 0' } }",
            "reconcile.pause-while",
            "the journal is in MongoDB"),
        fault("{ kind: events, retention: 0s }", "retention", "from 1m"),
        fault("{ kind: events, counts: twice }", "counts", "every, once-per-id"),
        fault("{ kind: events, seal-every: 0s }", "seal-every", "from 1s"),
        fault("{ kind: events, leave-out: bot }", "leave-out", "a list of one to 20 sections"),
        fault("{ kind: events, leave-out: [{ is: bot }] }", "leave-out[0].attribute", "missing"),
        fault(
            "{ kind: events, leave-out: [{ attribute: a }] }",
            "leave-out[0].is",
            "exactly one of is, same-as, missing"),
        fault(
            "{ kind: events, leave-out: [{ attribute: a, is: b, missing: true }] }",
            "leave-out[0].missing",
            "a second condition"),
        fault(
            "{ kind: events, leave-out: [{ attribute: a, same-as: a }] }",
            "leave-out[0].same-as",
            "another attribute"),
        fault(
            "{ kind: events, leave-out: [{ attribute: a, missing: false }] }",
            "leave-out[0].missing",
            "true"),
        fault("{ kind: events, cap: { most: 0, interval: 1h } }", "cap.most", "from 1"),
        fault("{ kind: events, cap: { most: 1 } }", "cap.interval", "missing"),
        fault("{ kind: events, cap: { most: 1, interval: day } }", "cap.zone", "missing beside"),
        fault(
            "{ kind: events, cap: { most: 1, interval: 1h, zone: UTC } }",
            "cap.zone",
            "zone beside interval: day"),
        fault(
            "{ kind: events, cap: { most: 1, interval: fortnight } }", "cap.interval", "ms, s, m"));
  }

  @ParameterizedTest(name = "{1}: {2}")
  @MethodSource("faults")
  void aFaultIsFoundAtItsPlace(String section, String path, String said) {
    assertThat(refused(DATASOURCES + "counters:\n  x: " + section + "\n").faults())
        .anySatisfy(
            fault -> {
              assertThat(fault.path()).isEqualTo("counters.x." + path);
              assertThat(fault.toString()).contains(said);
            });
  }

  private static Arguments fault(String section, String path, String said) {
    return Arguments.of(section, path, said);
  }
}
