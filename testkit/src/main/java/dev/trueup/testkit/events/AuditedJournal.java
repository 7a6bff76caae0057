package dev.trueup.testkit.events;

import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One subject as the auditor keeps it: everything that ever counted, with arithmetic that has no
 * limits. It shares no rule with the code that it audits.
 */
final class AuditedJournal {
  private final String subject;
  private final EventCounter counter;
  private final Map<String, JournalRow> ever = new HashMap<>();
  private final Map<String, Integer> inIntervals = new HashMap<>();
  private final List<JournalRow> sealed = new ArrayList<>();
  private final Map<String, JournalRow> kept = new HashMap<>();
  private BigInteger sum = BigInteger.ZERO;
  private long sequence;

  AuditedJournal(String subject, EventCounter counter) {
    this.subject = subject;
    this.counter = counter;
  }

  long sequence() {
    return sequence;
  }

  /** The row of an id that ever counted. */
  @Nullable JournalRow counted(String id) {
    return ever.get(id);
  }

  boolean isSealed(String id) {
    return ever.containsKey(id) && !kept.containsKey(id);
  }

  /** How often an actor has counted in the interval of an instant. */
  int counted(@Nullable String actor, Instant at) {
    return inIntervals.getOrDefault(actor + " " + intervalOf(at), 0);
  }

  /** A name for the cap's interval that an instant is in; all of time where there is no cap. */
  String intervalOf(Instant at) {
    Cap cap = counter.cap();
    if (cap == null) {
      return "all";
    }
    if (cap.interval() instanceof CapInterval.Fixed fixed) {
      return String.valueOf(Math.floorDiv(at.toEpochMilli(), fixed.length().toMillis()));
    }
    CapInterval.Calendar calendar = (CapInterval.Calendar) cap.interval();
    return at.atZone(calendar.zone()).toLocalDate().toString();
  }

  /** Whether what is added, or what is taken back, would leave 64 bits. */
  boolean overflowsWith(long amount) {
    BigInteger gross = BigInteger.valueOf(amount).abs();
    for (JournalRow row : ever.values()) {
      if (Long.signum(row.amount()) == Long.signum(amount)) {
        gross = gross.add(BigInteger.valueOf(row.amount()).abs());
      }
    }
    return gross.bitLength() > 63;
  }

  /** The next row of the journal. */
  void follow(JournalRow row) {
    require(row.sequence() == sequence + 1, "L3: the sequence is dense", row);
    require(ever.put(row.id(), row) == null, "L2: an id counts once, sealed or not", row);
    kept.put(row.id(), row);
    sequence++;
    sum = sum.add(BigInteger.valueOf(row.amount()));
    require(
        sum.equals(BigInteger.valueOf(row.valueAfter())), "L3: the value after it is the sum", row);
    Cap cap = counter.cap();
    if (cap != null) {
      int times =
          inIntervals.merge(row.actor() + " " + intervalOf(row.occurredAt()), 1, Integer::sum);
      require(times <= cap.most(), "L1: an actor counts no more than the cap", row);
    }
  }

  /** What is left of the journal after a seal; the rest has to be below the line. */
  void sealedUpTo(Collection<JournalRow> left, Instant line) {
    Map<String, JournalRow> there = new HashMap<>();
    left.forEach(row -> there.put(row.id(), row));
    for (JournalRow row : List.copyOf(kept.values())) {
      if (!there.containsKey(row.id())) {
        require(row.occurredAt().isBefore(line), "only what is below the line is sealed", row);
        kept.remove(row.id());
        sealed.add(row);
      }
    }
    left.forEach(row -> require(row.equals(ever.get(row.id())), "rows never change", row));
  }

  /** What the store says of the subject has to be what the auditor knows. */
  void agree(EventTally tally) {
    BigInteger up = BigInteger.ZERO;
    BigInteger down = BigInteger.ZERO;
    for (JournalRow row : sealed) {
      BigInteger amount = BigInteger.valueOf(row.amount());
      up = up.add(amount.max(BigInteger.ZERO));
      down = down.add(amount.negate().max(BigInteger.ZERO));
    }
    boolean same =
        sum.equals(BigInteger.valueOf(tally.value()))
            && tally.events() == sequence
            && tally.sealed().events() == sealed.size()
            && up.equals(BigInteger.valueOf(tally.sealed().added()))
            && down.equals(BigInteger.valueOf(tally.sealed().removed()));
    if (!same) {
      throw new EventViolation(
          "L3, L4: "
              + subject
              + " reads "
              + tally
              + "; "
              + sequence
              + " events come to "
              + sum
              + ", "
              + sealed.size()
              + " sealed ones to "
              + up
              + " - "
              + down);
    }
  }

  private void require(boolean holds, String promise, JournalRow row) {
    if (!holds) {
      throw new EventViolation(subject + ": " + promise + " fails for " + row + " after " + sum);
    }
  }
}
