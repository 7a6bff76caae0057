/** What every store of ledgers has to keep, and a model of one in memory. */
@NullMarked
package dev.trueup.testkit.ledger;

import org.jspecify.annotations.NullMarked;
