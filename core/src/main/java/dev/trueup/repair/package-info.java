/** Repairs on record: what was wrong, what was done about it, and how to take it back. */
@NullMarked
package dev.trueup.repair;

import org.jspecify.annotations.NullMarked;
