package dev.trueup.cli;

import dev.trueup.error.BadRequestException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database's address as people write it, taken apart.
 *
 * @param url a JDBC or MongoDB URL without user and password
 * @param username null where none was given
 * @param password null where none was given; never printed
 */
record ConnectionUrl(String url, @Nullable String username, @Nullable String password) {
  private static final Map<String, String> SCHEMES =
      Map.of(
          "postgres://", "jdbc:postgresql://",
          "postgresql://", "jdbc:postgresql://",
          "mysql://", "jdbc:mysql://",
          "mariadb://", "jdbc:mariadb://",
          "sqlite:", "jdbc:sqlite:");
  private static final Pattern USER_INFO = Pattern.compile("//([^/?#]*)@");

  static ConnectionUrl parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("redis")) {
      throw new BadRequestException(
          "Redis does not tell what its keys count: jdbc:postgresql:, jdbc:mariadb:, jdbc:mysql:,"
              + " jdbc:sqlite: and mongodb: are allowed. Look at the database that has the rows, and"
              + " write `target: { datasource: cache, redis-key: \"post:<subject>:comments\" }` by"
              + " hand.");
    }
    String url = text;
    for (Map.Entry<String, String> scheme : SCHEMES.entrySet()) {
      if (lower.startsWith(scheme.getKey())) {
        url = scheme.getValue() + text.substring(scheme.getKey().length());
      }
    }
    boolean documents = lower.startsWith("mongodb://") || lower.startsWith("mongodb+srv://");
    if (!url.startsWith("jdbc:") && !documents) {
      throw new BadRequestException(
          "The first argument is no database's address; give one like"
              + " jdbc:postgresql://localhost/forum, jdbc:sqlite:forum.db or"
              + " mongodb://localhost/forum.");
    }
    String username = null;
    String password = null;
    Matcher userInfo = USER_INFO.matcher(url);
    if (userInfo.find()) {
      String[] parts = userInfo.group(1).split(":", 2);
      username = decoded(parts[0]);
      password = parts.length > 1 ? decoded(parts[1]) : null;
      url = url.substring(0, userInfo.start()) + "//" + url.substring(userInfo.end());
    }
    int question = url.indexOf('?');
    if (question < 0) {
      return new ConnectionUrl(url, username, password);
    }
    List<String> kept = new ArrayList<>();
    for (String parameter : url.substring(question + 1).split("&")) {
      String[] parts = parameter.split("=", 2);
      String value = parts.length > 1 ? decoded(parts[1]) : "";
      if (parts[0].equals("user")) {
        username = value;
      } else if (parts[0].equals("password")) {
        password = value;
      } else if (!parameter.isEmpty()) {
        kept.add(parameter);
      }
    }
    String bare = url.substring(0, question);
    return new ConnectionUrl(
        kept.isEmpty() ? bare : bare + "?" + String.join("&", kept), username, password);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  boolean isDocuments() {
    return url.startsWith("mongodb");
  }

  @Override
  public String toString() {
    return url;
  }
}
