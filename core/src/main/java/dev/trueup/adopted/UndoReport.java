package dev.trueup.adopted;

/**
 * What an undo did.
 *
 * @param repairId the repair
 * @param already it was undone before; nothing was done now
 * @param undone corrections that were taken back
 * @param refused corrections left as they are: the row is gone, the value is not the one installed,
 *     or the old one would not fit
 * @param unknown corrections of which it is not known whether they were written; left alone
 */
public record UndoReport(
    String repairId, boolean already, long undone, long refused, long unknown) {}
