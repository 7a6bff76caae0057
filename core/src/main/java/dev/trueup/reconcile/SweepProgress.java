package dev.trueup.reconcile;

import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far a pass has come.
 *
 * @param counter the counter's name
 * @param subjectsDone judged so far, those of an interrupted sweep that is going on included
 * @param subjectsEstimate about how many there are, where the source can tell
 * @param factsDone counted by this run
 * @param startedAt when it began
 * @param finishEstimate about when it will end, from the speed so far; null where nobody can tell
 */
public record SweepProgress(
    String counter,
    long subjectsDone,
    OptionalLong subjectsEstimate,
    long factsDone,
    Instant startedAt,
    @Nullable Instant finishEstimate) {}
