package dev.trueup.reconcile;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import org.jspecify.annotations.Nullable;

/**
 * What a recount says of one subject.
 *
 * @param subject the subject
 * @param watermark of the recount
 * @param claimed what the counter said for that watermark; null before the first base
 * @param truth what the source says for it
 * @param drift their difference; none before the first base
 * @param verdict AGREES, DRIFT, or UNDECIDED where the drift may be nothing but doubt
 * @param explanation which rows explain it
 * @param overtaken somebody else settled between observing and judging: claimed and drift say
 *     nothing
 */
public record Finding(
    Subject subject,
    Watermark watermark,
    @Nullable Long claimed,
    long truth,
    Drift drift,
    Verdict verdict,
    Explanation explanation,
    boolean overtaken) {}
