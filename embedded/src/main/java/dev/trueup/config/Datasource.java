package dev.trueup.config;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A database that the configuration names. Its text form never holds the password.
 *
 * @param name as the configuration calls it
 * @param kind which family of databases
 * @param url as the driver takes it; may hold a password, so print {@link #safeUrl()}
 * @param username the login; null where the URL holds it or none is needed
 * @param password the password; null where the URL holds it or none is needed
 * @param limits how much of it is used, and how long it is waited for
 */
public record Datasource(
    String name,
    Kind kind,
    String url,
    @Nullable String username,
    @Nullable String password,
    ConnectionLimits limits) {

  /** A family of databases. */
  public enum Kind {
    JDBC("a SQL database"),
    MONGODB("MongoDB"),
    REDIS("Redis");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** What to call it in a message. */
    public String words() {
      return words;
    }
  }

  /** How the allowed URLs begin. */
  static final List<String> SCHEMES =
      List.of(
          "jdbc:postgresql:",
          "jdbc:mariadb:",
          "jdbc:mysql:",
          "jdbc:sqlite:",
          "mongodb://",
          "mongodb+srv://",
          "redis://",
          "rediss://");

  static Optional<Kind> kindOf(String url) {
    return SCHEMES.stream()
        .filter(url::startsWith)
        .findFirst()
        .map(
            scheme ->
                scheme.startsWith("jdbc:")
                    ? Kind.JDBC
                    : scheme.startsWith("mongodb") ? Kind.MONGODB : Kind.REDIS);
  }

  /** The URL with its secrets taken out. */
  public String safeUrl() {
    return SafeUrl.of(url);
  }

  @Override
  public String toString() {
    return name + " (" + safeUrl() + ")";
  }
}
