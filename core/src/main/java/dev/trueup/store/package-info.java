/** The seams: what a backend has to offer, in a handful of verbs. */
@NullMarked
package dev.trueup.store;

import org.jspecify.annotations.NullMarked;
