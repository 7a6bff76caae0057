package dev.trueup.redis.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Subject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How times, cells and changes are written. A time is its microseconds since 1970 above an offset,
 * in 19 digits: earlier times are smaller texts, so that a script can compare them as they are. A
 * change is its amount, occurredAt, factAt and fact, with a space between.
 */
final class Texts {
  private static final int DIGITS = 19;

  /** Puts every time that a change can have above zero. */
  private static final long OFFSET = 1_000_000_000_000_000_000L;

  private static final Instant LATEST = Instant.parse("+200000-01-01T00:00:00Z");

  private Texts() {}

  /** A time; what is past every possible stamp is written as one that is. */
  static String of(Instant instant) {
    Instant kept = instant.isAfter(LATEST) ? LATEST : instant;
    long micros = kept.getEpochSecond() * 1_000_000 + kept.getNano() / 1_000;
    String digits = Long.toString(micros + OFFSET);
    return "0".repeat(DIGITS - digits.length()) + digits;
  }

  static Instant instant(String text) {
    return Instant.EPOCH.plus(Long.parseLong(text) - OFFSET, ChronoUnit.MICROS);
  }

  static String of(Cell cell) {
    return of(cell.factWindow()) + of(cell.eventWindow());
  }

  static Cell cell(String text) {
    return new Cell(instant(text.substring(0, DIGITS)), instant(text.substring(DIGITS)));
  }

  static String of(Change change) {
    return change.amount()
        + " "
        + of(change.occurredAt())
        + " "
        + of(change.factAt())
        + " "
        + change.fact();
  }

  static Change change(String counter, Subject subject, String id, String text) {
    int amountEnd = text.indexOf(' ');
    int occurredEnd = amountEnd + 1 + DIGITS;
    int factEnd = occurredEnd + 1 + DIGITS;
    return new Change(
        counter,
        subject,
        Long.parseLong(text.substring(0, amountEnd)),
        text.substring(factEnd + 1),
        id,
        instant(text.substring(amountEnd + 1, occurredEnd)),
        instant(text.substring(occurredEnd + 1, factEnd)));
  }

  /** A change with its id, for a place that is not named after it. */
  static String withId(Change change) {
    return change.id().length() + " " + change.id() + of(change);
  }

  static Change changeWithId(String counter, Subject subject, String text) {
    int lengthEnd = text.indexOf(' ');
    int idEnd = lengthEnd + 1 + Integer.parseInt(text.substring(0, lengthEnd));
    return change(counter, subject, text.substring(lengthEnd + 1, idEnd), text.substring(idEnd));
  }

  /** The server's answer to TIME: seconds and microseconds. */
  static Instant time(Iterable<String> parts) {
    var each = parts.iterator();
    return Instant.ofEpochSecond(Long.parseLong(each.next()))
        .plus(Long.parseLong(each.next()), ChronoUnit.MICROS);
  }
}
