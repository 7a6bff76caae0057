package dev.trueup.adopted;

import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The one place where a stored number and the rows beside it are compared. */
public final class AdoptedJudgement {
  private AdoptedJudgement() {}

  /**
   * Compares exactly, at the counter's scale where it has one. A NULL beside no rows is what an
   * application leaves that has never counted: it is listed and is not drift.
   */
  public static AdoptedFinding judge(AdoptedCounter counter, Capacity capacity, Sample sample) {
    BigDecimal truth = counter.atScale(sample.truth());
    String stored = sample.stored();
    if (!sample.present()) {
      return new AdoptedFinding(sample.subject(), Verdict.MISSING, null, null, truth, null, false);
    }
    if (stored == null) {
      boolean drifted = sample.facts() > 0;
      return new AdoptedFinding(
          sample.subject(),
          Verdict.NULL,
          null,
          null,
          truth,
          drifted ? truth.negate() : BigDecimal.ZERO,
          drifted);
    }
    BigDecimal counted = number(stored);
    if (counted == null) {
      return new AdoptedFinding(
          sample.subject(), Verdict.NOT_A_NUMBER, stored, null, truth, null, true);
    }
    boolean agrees = counter.atScale(counted).compareTo(truth) == 0;
    Capacity own = sample.capacity();
    boolean fits = (own == null ? capacity : own).fits(truth);
    Verdict verdict = agrees ? Verdict.AGREES : fits ? Verdict.DRIFT : Verdict.OVERFLOW;
    return new AdoptedFinding(
        sample.subject(),
        verdict,
        stored,
        counted,
        truth,
        agrees ? BigDecimal.ZERO : counted.subtract(truth),
        !agrees);
  }

  /** A number as people write it, or null. */
  private static @Nullable BigDecimal number(String stored) {
    String text = stored.strip();
    if (text.isEmpty() || text.length() > 200) {
      return null;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      // Digits far beyond any column would be spelled out below; it is not a count either.
      return Math.abs((long) number.scale()) > 1_000 ? null : number;
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }
}
