package dev.trueup.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one of the {@code datasources}. */
final class DatasourceReader {
  private static final List<String> KEYS =
      List.of(
          "url",
          "username",
          "password",
          "connections",
          "connect-timeout",
          "answer-timeout",
          "retries");
  private static final List<String> RETRY_KEYS =
      List.of("attempts", "deadline", "backoff", "backoff-max");

  // A repair holds one connection for its lock.
  private static final int CONNECTIONS_MIN = 2;
  private static final int CONNECTIONS_MAX = 1_000;
  private static final int ATTEMPTS_MAX = 100;
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(100);
  private static final Duration TIMEOUT_MAX = Duration.ofHours(1);
  private static final Duration BACKOFF_MIN = Duration.ofMillis(1);
  private static final Duration BACKOFF_MAX = Duration.ofMinutes(1);

  private DatasourceReader() {}

  static Datasource read(String name, Section section, Faults faults) {
    section.allowOnly(KEYS);
    Value url = section.required("url", "a URL that begins with " + schemes());
    Value username = section.value("username");
    Value password = section.value("password");
    Datasource.Kind kind = url == null ? null : kind(url, faults);
    return new Datasource(
        name,
        kind == null ? Datasource.Kind.JDBC : kind,
        url == null ? "" : url.text(),
        username == null ? null : username.text(),
        password == null ? null : password.text(),
        limits(section, kind));
  }

  private static Datasource.@Nullable Kind kind(Value url, Faults faults) {
    var known = Datasource.kindOf(url.text());
    if (known.isEmpty()) {
      String scheme = SafeUrl.scheme(url.text());
      String found = scheme.isEmpty() ? "a URL without a scheme" : "\"" + scheme + ":…\"";
      faults.add(url.path(), url.node(), found, "a URL that begins with " + schemes());
    }
    return known.orElse(null);
  }

  private static ConnectionLimits limits(Section section, Datasource.@Nullable Kind kind) {
    Section retries = section.section("retries").allowOnly(RETRY_KEYS);
    if (kind == Datasource.Kind.JDBC) {
      section.refuse(
          List.of("answer-timeout", "retries"),
          "not of a SQL database",
          "left out: statements have limits of their own, and nothing is sent again by itself");
    } else if (kind == Datasource.Kind.REDIS) {
      section.refuse(
          List.of("connections", "connect-timeout"),
          "not of Redis",
          "left out: all calls share one connection a node; answer-timeout limits a whole call");
      retries.refuse(
          List.of("deadline"), "not of Redis", "left out: answer-timeout limits a whole call");
    }
    ConnectionLimits limits =
        new ConnectionLimits(
            whole(section, "connections", CONNECTIONS_MIN, CONNECTIONS_MAX),
            duration(section, "connect-timeout", TIMEOUT_MIN, TIMEOUT_MAX),
            duration(section, "answer-timeout", TIMEOUT_MIN, TIMEOUT_MAX),
            whole(retries, "attempts", 1, ATTEMPTS_MAX),
            duration(retries, "deadline", TIMEOUT_MIN, TIMEOUT_MAX),
            duration(retries, "backoff", BACKOFF_MIN, BACKOFF_MAX),
            duration(retries, "backoff-max", BACKOFF_MIN, BACKOFF_MAX));
    Duration first = limits.backoff();
    Duration longest = limits.backoffMax();
    if (first != null && longest != null && longest.compareTo(first) < 0) {
      retries.fault(
          "backoff-max",
          DurationText.of(longest) + ", shorter than backoff: " + DurationText.of(first),
          "at least as long as backoff");
    }
    return limits;
  }

  private static @Nullable Integer whole(Section section, String key, int min, int max) {
    Value value = section.value(key);
    Long whole = value == null ? null : value.whole(min, max);
    return whole == null ? null : Math.toIntExact(whole);
  }

  private static @Nullable Duration duration(
      Section section, String key, Duration min, Duration max) {
    Value value = section.value(key);
    return value == null ? null : value.duration(min, max);
  }

  private static String schemes() {
    return String.join(", ", Datasource.SCHEMES);
  }
}
