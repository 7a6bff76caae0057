package dev.trueup.jdbc.managed;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Stamps without a zone, read in the zone that the definition gives. A local time that occurs twice
 * is its first occurrence, one that never occurs is that much later; so every stamp stands for one
 * instant, and later stamps for later ones.
 */
final class LocalTimes {
  private LocalTimes() {}

  static Instant instantOf(LocalDateTime stamp, ZoneId zone) {
    if (stamp.equals(LocalDateTime.MIN) || stamp.equals(LocalDateTime.MAX)) {
      return stamp.toInstant(ZoneOffset.UTC);
    }
    return stamp.atZone(zone).toInstant();
  }

  /** The first stamp that stands for the instant or a later one. */
  static LocalDateTime firstFrom(Instant instant, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    @Nullable ZoneOffsetTransition transition = rules.getTransition(local);
    // In the second pass of an hour that occurs twice: its stamps stand for the first pass.
    return transition != null
            && transition.isOverlap()
            && rules.getOffset(instant).equals(transition.getOffsetAfter())
        ? transition.getDateTimeBefore()
        : local;
  }

  /** The first day that begins at the instant or later. */
  static LocalDate firstDayFrom(Instant instant, ZoneId zone) {
    LocalDate day = LocalDate.ofInstant(instant, zone);
    return day.atStartOfDay(zone).toInstant().isBefore(instant) ? day.plusDays(1) : day;
  }
}
