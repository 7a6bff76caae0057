package dev.trueup.redis.adopted;

import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where the number of a subject is: {@code post:<subject>:comments}, {@code
 * post:<subject>#comments} for a field of a hash of its own, or {@code comments#<subject>} for a
 * field of one hash.
 *
 * @param before of the part that holds the subject, what stands before it
 * @param after what stands behind it
 * @param key the whole key where the subject is in the field; null where it is in the key
 * @param field the whole field where the subject is in the key; null where there is none, or the
 *     subject is in it
 */
record KeyPattern(String before, String after, @Nullable String key, @Nullable String field) {
  private static final String SUBJECT = "<subject>";

  /** Reads {@code redis-key} of trueup.yaml. */
  static KeyPattern of(String counter, String text) {
    int hash = text.lastIndexOf('#');
    String keyPart = hash < 0 ? text : text.substring(0, hash);
    @Nullable String fieldPart = hash < 0 ? null : text.substring(hash + 1);
    boolean inField = fieldPart != null && fieldPart.contains(SUBJECT);
    String holder = inField && fieldPart != null ? fieldPart : keyPart;
    int at = holder.indexOf(SUBJECT);
    boolean once = at >= 0 && holder.indexOf(SUBJECT, at + 1) < 0;
    boolean elsewhere = inField && keyPart.contains(SUBJECT);
    boolean empty = keyPart.isEmpty() || (fieldPart != null && fieldPart.isEmpty());
    if (!once || elsewhere || empty) {
      throw new SourceRefusedException(
          counter
              + ": the redis-key \""
              + text
              + "\" cannot be used. The subject has to be in it exactly once, in the key or in the"
              + " field behind the last #, and neither may be empty: post:<subject>:comments,"
              + " post:<subject>#comments or comments#<subject>.");
    }
    return new KeyPattern(
        holder.substring(0, at),
        holder.substring(at + SUBJECT.length()),
        inField ? keyPart : null,
        inField ? null : fieldPart);
  }

  String keyOf(Subject subject) {
    String whole = key;
    return whole != null ? whole : before + subject.key() + after;
  }

  /** The field of the hash; empty where the number is the key's own. */
  String fieldOf(Subject subject) {
    if (key != null) {
      return before + subject.key() + after;
    }
    String whole = field;
    return whole == null ? "" : whole;
  }

  /** The subject in a key or a field that was found; null where it is none of this counter's. */
  @Nullable Subject subjectIn(String found) {
    boolean fits =
        found.length() > before.length() + after.length()
            && found.startsWith(before)
            && found.endsWith(after);
    if (!fits) {
      return null;
    }
    String part = found.substring(before.length(), found.length() - after.length());
    return part.indexOf('\0') >= 0 || part.indexOf('\ufffd') >= 0 || isTooLong(part)
        ? null
        : new Subject(part);
  }

  private static boolean isTooLong(String part) {
    return part.getBytes(StandardCharsets.UTF_8).length > Subject.BYTES_MAX;
  }

  /** What the server matches keys or fields by: everything but the subject as it stands. */
  String glob() {
    return escaped(before) + "*" + escaped(after);
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      if ("*?[]\\^".indexOf(text.charAt(at)) >= 0) {
        escaped.append('\\');
      }
      escaped.append(text.charAt(at));
    }
    return escaped.toString();
  }
}
