/** Adopted counters on SQL databases: audited in one pass, corrected additively. */
@NullMarked
package dev.trueup.jdbc.adopted;

import org.jspecify.annotations.NullMarked;
