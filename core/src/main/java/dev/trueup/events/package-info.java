/** Journals of events: what counts once is written down, old parts are sealed into a sum. */
@NullMarked
package dev.trueup.events;

import org.jspecify.annotations.NullMarked;
