/** Honest in-memory backends: the smallest ones that keep every promise. */
@NullMarked
package dev.trueup.testkit.model;

import org.jspecify.annotations.NullMarked;
