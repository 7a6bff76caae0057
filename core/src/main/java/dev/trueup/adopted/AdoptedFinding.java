package dev.trueup.adopted;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What an audit says of one subject.
 *
 * @param subject the subject
 * @param verdict what it is
 * @param stored the counter as the database shows it; null where it is NULL or not there
 * @param counted the counter as a number; null where it is none
 * @param truth what the rows say, at the counter's scale
 * @param drift counted minus truth; NULL counts as nothing counted; null where there is no number
 *     to compare
 * @param drifted whether the counter is wrong; what is only listed is not
 */
public record AdoptedFinding(
    Subject subject,
    Verdict verdict,
    @Nullable String stored,
    @Nullable BigDecimal counted,
    BigDecimal truth,
    @Nullable BigDecimal drift,
    boolean drifted) {
  /** The same subject, if rows and counter did not hold still: nothing is proved. */
  AdoptedFinding undecided() {
    return new AdoptedFinding(subject, Verdict.UNDECIDED, stored, counted, truth, null, false);
  }
}
