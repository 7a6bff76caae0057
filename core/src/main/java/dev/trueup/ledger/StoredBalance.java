package dev.trueup.ledger;

/**
 * A balance beside the bounds that the store holds it between.
 *
 * @param bounds as the counter was enabled with last, by whichever process
 */
public record StoredBalance(Balance balance, Bounds bounds) {}
