package dev.trueup.mongodb.managed;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keys of documents: {@code counter subject}, and behind another blank what a subject has several
 * of. A subject is written in visible ASCII: every other byte of its UTF-8, and the percent sign,
 * as {@code %} and two hex digits. So the blank is below every letter of a subject, no two subjects
 * share a key, and every server and Java sort keys alike.
 */
public final class Keys {
  private static final char BLANK = ' ';
  private static final char AFTER_BLANK = '!';

  private Keys() {}

  public static String of(Counter counter, Subject subject) {
    return of(counter.name(), subject);
  }

  public static String of(String counter, Subject subject) {
    return counter + BLANK + encoded(subject.key());
  }

  /** The key of one of the things that a subject has several of. */
  public static String within(String key, String text) {
    return key + BLANK + encoded(text);
  }

  /** Below every key of the counter, or of its subjects past the given one. */
  static String above(Counter counter, @Nullable Subject after) {
    return above(counter.name(), after);
  }

  public static String above(String counter, @Nullable Subject after) {
    return after == null ? counter + BLANK : of(counter, after);
  }

  /** Above every key of the counter. */
  static String end(Counter counter) {
    return end(counter.name());
  }

  public static String end(String counter) {
    return counter + AFTER_BLANK;
  }

  /** The subject that a key of a counter is about. */
  public static Subject subjectIn(String key) {
    String text = key.substring(key.indexOf(BLANK) + 1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (letter == '%') {
        bytes.write(Integer.parseInt(text.substring(at + 1, at + 3), 16));
        at += 2;
      } else {
        bytes.write(letter);
      }
    }
    return new Subject(bytes.toString(StandardCharsets.UTF_8));
  }

  private static String encoded(String subject) {
    StringBuilder text = new StringBuilder(subject.length());
    for (byte one : subject.getBytes(StandardCharsets.UTF_8)) {
      if (one > BLANK && one < 0x7f && one != '%') {
        text.append((char) one);
      } else {
        text.append('%')
            .append(Character.forDigit((one >> 4) & 15, 16))
            .append(Character.forDigit(one & 15, 16));
      }
    }
    return text.toString();
  }
}
