/** Journals of events in SQL: tallies, rows and refusals, one transaction for each batch. */
@NullMarked
package dev.trueup.jdbc.events;

import org.jspecify.annotations.NullMarked;
