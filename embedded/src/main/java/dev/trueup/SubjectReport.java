package dev.trueup;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What a run says of one subject.
 *
 * @param day for counters per day; null where days do not matter
 * @param stored the counter as its database shows it; null where it is NULL or not there
 * @param counted the counter as a number; null where it is none
 * @param truth what the source says
 * @param drift counted minus truth; null where there is nothing to compare
 */
public record SubjectReport(
    Subject subject,
    @Nullable LocalDate day,
    Verdict verdict,
    @Nullable String stored,
    @Nullable BigDecimal counted,
    BigDecimal truth,
    @Nullable BigDecimal drift) {}
