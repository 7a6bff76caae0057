/** Entries under a balance with floor and ceiling: exact, in one transaction, never cached. */
@NullMarked
package dev.trueup.ledger;

import org.jspecify.annotations.NullMarked;
