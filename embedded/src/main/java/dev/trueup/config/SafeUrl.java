package dev.trueup.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the secrets out of a database URL, so that it can be printed. */
public final class SafeUrl {
  private static final Pattern USER_INFO = Pattern.compile("(//)([^/?#]*)@");
  private static final Pattern SECRET_PARAMETER =
      Pattern.compile(
          "([?&;])([^=&;]*(?:password|passwd|pwd|secret|token|passphrase)[^=&;]*)=([^&;]*)",
          Pattern.CASE_INSENSITIVE);

  private SafeUrl() {}

  /** The URL with {@code ***} for whatever may be secret. */
  public static String of(String url) {
    Matcher userInfo = USER_INFO.matcher(url);
    String bare =
        userInfo.replaceAll(
            match -> {
              String user = match.group(2);
              int colon = user.indexOf(':');
              return Matcher.quoteReplacement(
                  "//" + (colon < 0 ? user : user.substring(0, colon) + ":***") + "@");
            });
    return SECRET_PARAMETER.matcher(bare).replaceAll("$1$2=***");
  }

  /** The part that says which driver: {@code jdbc:postgresql}, {@code redis}. */
  static String scheme(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    int from = lower.startsWith("jdbc:") ? 5 : 0;
    int colon = lower.indexOf(':', from);
    return colon < 0 ? "" : lower.substring(0, colon);
  }
}
