/** Ledgers in SQL: balances, entries and reservations, one transaction for each batch. */
@NullMarked
package dev.trueup.jdbc.ledger;

import org.jspecify.annotations.NullMarked;
