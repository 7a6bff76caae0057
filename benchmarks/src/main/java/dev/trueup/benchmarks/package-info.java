/** Ratios against a named alternative, measured in one run. */
@NullMarked
package dev.trueup.benchmarks;

import org.jspecify.annotations.NullMarked;
