package dev.trueup.jdbc.cases;

import dev.trueup.jdbc.cases.Forum.View;

/**
 * A key of a case's right values: which counter, which subject.
 *
 * @param one the first column of the subject
 * @param other the second, where there is one
 */
record WantedKey(View view, String one, String other) {
  static WantedKey of(String key) {
    if (key.endsWith(".following") || key.endsWith(".given")) {
      return new WantedKey(View.BY_USER, key, "");
    }
    int at = key.indexOf('@');
    if (at > 0) {
      return new WantedKey(View.BY_BUCKET, key.substring(0, at), key.substring(at + 1));
    }
    int slash = key.indexOf('/');
    boolean user = key.matches("u\\d+(/.*)?");
    if (slash > 0) {
      return new WantedKey(
          user ? View.BY_USER_KIND : View.BY_KIND,
          key.substring(0, slash),
          key.substring(slash + 1));
    }
    return new WantedKey(user ? View.BY_USER : View.BY_PARENT, key, "");
  }

  String subject(String prefix) {
    return switch (view) {
      case BY_PARENT, BY_USER -> prefix + one;
      case BY_KIND, BY_USER_KIND, BY_BUCKET -> Forum.pair(prefix + one, other);
    };
  }
}
