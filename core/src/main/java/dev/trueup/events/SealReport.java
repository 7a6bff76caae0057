package dev.trueup.events;

/**
 * What one call sealed.
 *
 * @param rows how many events were sealed
 * @param steps how many transactions it took
 * @param done whether nothing was left below the line; otherwise the next call goes on
 */
public record SealReport(long rows, int steps, boolean done) {}
