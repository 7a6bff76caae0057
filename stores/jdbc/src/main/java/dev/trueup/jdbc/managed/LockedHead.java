package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.managed.Tables.Heads;
import dev.trueup.store.Head;
import java.time.Instant;
import java.util.List;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * A head as it is stored.
 *
 * @param head what the rest of Trueup sees of it
 * @param wide a change of a large amount was accepted: sums may come near the limits of 64 bits and
 *     have to be checked one by one
 */
record LockedHead(Head head, boolean wide) {
  /** The columns that {@link #of} reads. */
  static final List<Field<?>> COLUMNS =
      List.of(
          Heads.SUBJECT,
          Heads.BASE,
          Heads.FACTS_BEFORE,
          Heads.EVENTS_BEFORE,
          Heads.INSTALLED_AT,
          Heads.VERSION,
          Heads.MARK,
          Heads.MARKED,
          Heads.HELD,
          Heads.WIDE,
          Heads.FORGOTTEN_UNTIL);

  static Subject subjectOf(Record row) {
    return new Subject(row.get(Heads.SUBJECT));
  }

  static LockedHead of(Record row) {
    Long base = row.get(Heads.BASE);
    Head head =
        new Head(
            base == null
                ? null
                : new Head.Base(
                    base,
                    new Watermark(
                        Micros.toInstant(row.get(Heads.FACTS_BEFORE)),
                        Micros.toInstant(row.get(Heads.EVENTS_BEFORE))),
                    Micros.toInstant(row.get(Heads.INSTALLED_AT))),
            row.get(Heads.VERSION),
            row.get(Heads.MARK),
            row.get(Heads.MARKED) != 0,
            row.get(Heads.HELD) != 0,
            instant(row.get(Heads.FORGOTTEN_UNTIL)));
    return new LockedHead(head, row.get(Heads.WIDE) != 0);
  }

  /** Makes another head of this one; null: there is nothing to do. */
  @FunctionalInterface
  interface Rewriting {
    @Nullable LockedHead of(LockedHead stored);
  }

  /** All that is known is gone; a tombstone is left. */
  LockedHead forgotten(Instant until) {
    Instant already = head.forgottenUntil();
    Instant latest = already != null && already.isAfter(until) ? already : until;
    return new LockedHead(
        new Head(null, head.version() + 1, head.mark(), false, false, latest), false);
  }

  /** An undo's amount is in the base; nothing is installed until the release. */
  @Nullable LockedHead held(long amount) {
    Head.Base base = head.base();
    if (base == null || head.held()) {
      return null;
    }
    long value = base.value();
    boolean fits =
        amount >= 0 ? value <= Long.MAX_VALUE - amount : value >= Long.MIN_VALUE - amount;
    if (!fits) {
      throw new BadRequestException(
          "A base of " + value + " cannot take " + amount + " more: it would pass 64 bits.");
    }
    return new LockedHead(
        new Head(
            new Head.Base(value + amount, base.watermark(), base.installedAt()),
            head.version() + 1,
            head.mark(),
            head.marked(),
            true,
            head.forgottenUntil()),
        wide);
  }

  @Nullable LockedHead released() {
    return head.held()
        ? new LockedHead(
            new Head(
                head.base(),
                head.version() + 1,
                head.mark() + 1,
                true,
                false,
                head.forgottenUntil()),
            wide)
        : null;
  }

  private static @Nullable Instant instant(@Nullable Long micros) {
    return micros == null ? null : Micros.toInstant(micros);
  }
}
