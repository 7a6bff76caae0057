package dev.trueup.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keeps passwords out of every message: those given apart and those written into a URL. */
final class Secrets {
  private static final Pattern IN_QUERY =
      Pattern.compile("(?i)[?&;][^=&;]*(?:pass|pwd|secret|token)[^=&;]*=([^&;]+)");
  private static final Pattern IN_AUTHORITY = Pattern.compile("//[^/@?]*?:([^/@?]*)@");

  private final String url;
  private final List<String> hidden = new ArrayList<>();

  Secrets(String url, @Nullable String password) {
    this.url = url;
    if (password != null && !password.isEmpty()) {
      hidden.add(password);
    }
    collect(IN_QUERY.matcher(url));
    collect(IN_AUTHORITY.matcher(url));
  }

  /** A URL cut down to scheme, host and database. */
  static String safeUrl(String url) {
    int end = url.length();
    for (char mark : new char[] {'?', ';'}) {
      int at = url.indexOf(mark);
      end = at >= 0 ? Math.min(end, at) : end;
    }
    return url.substring(0, end).replaceFirst("//[^/@]*@", "//");
  }

  /** The text with the URL cut down and every known password replaced. */
  String clean(String text) {
    String clean = text.replace(url, safeUrl(url));
    for (String secret : hidden) {
      clean = clean.replace(secret, "***");
    }
    return clean;
  }

  /** The cause, or none if anything in its chain would tell a secret. */
  @Nullable Throwable safe(@Nullable Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      String text = at.toString();
      if (!clean(text).equals(text)) {
        return null;
      }
    }
    return cause;
  }

  private void collect(Matcher matcher) {
    while (matcher.find()) {
      String secret = matcher.group(1);
      if (!secret.isEmpty()) {
        hidden.add(secret);
      }
    }
  }
}
