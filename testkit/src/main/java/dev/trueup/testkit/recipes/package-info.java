/**
 * The usual recipes for a derived counter, as they are found in applications. None of them is
 * right; they are here to be convicted beside Trueup, in the same world and under the same faults.
 */
@NullMarked
package dev.trueup.testkit.recipes;

import org.jspecify.annotations.NullMarked;
