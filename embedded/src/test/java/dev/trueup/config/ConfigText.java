package dev.trueup.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trueup.error.ConfigurationException;
import java.nio.file.Path;
import java.util.Map;

/** Texts of trueup.yaml for tests. */
final class ConfigText {
  static final Map<String, String> VARIABLES = Map.of("APP_PASSWORD", "s3cret-of-the-test");

  static final String DATASOURCES =
      """
      datasources:
        app: { url: "jdbc:postgresql://localhost/forum", username: app, password: "${APP_PASSWORD}" }
        docs: { url: "mongodb://localhost/forum" }
        cache: { url: "redis://localhost:6379" }
      """;

  static final String ADOPTED =
      """
      counters:
        post.comments:
          kind: rows
          layout: adopted
          source: { datasource: app, table: comments, subject: post_id }
          target: { datasource: app, table: posts, key: id, column: comment_count }
      """;

  static final String MANAGED =
      """
      counters:
        post.comments:
          kind: rows
          layout: managed
          source: { datasource: app, table: comments, subject: post_id, id: id, created: created_at }
      """;

  private ConfigText() {}

  static TrueupConfig parse(String text) {
    return TrueupConfig.parse(text, Path.of("trueup.yaml"), VARIABLES::get);
  }

  static ConfigurationException refused(String text) {
    ConfigurationException refusal =
        catchThrowableOfType(ConfigurationException.class, () -> parse(text));
    if (refusal == null) {
      throw new AssertionError("was not refused:\n" + text);
    }
    return refusal;
  }
}
