package dev.trueup.ledger;

/**
 * A ledger counter with the store that keeps it and the door that single operations go through.
 *
 * @param counter the definition, enabled in the store
 * @param batcher of the same counter and store
 */
public record Ledger(LedgerCounter counter, LedgerStore store, LedgerBatcher batcher) {}
