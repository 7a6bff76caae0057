/** Drift as information: its history, coverage, and when somebody should be told. */
@NullMarked
package dev.trueup.drift;

import org.jspecify.annotations.NullMarked;
