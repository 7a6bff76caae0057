/**
 * Finds the counters of a SQL or MongoDB database and what they count, by names and by the data
 * itself.
 */
@NullMarked
package dev.trueup.cli.inspect;

import org.jspecify.annotations.NullMarked;
