/**
 * The journal of counters of events: documents, slots of caps, sealed sums, and the fact source.
 */
@NullMarked
package dev.trueup.mongodb.events;

import org.jspecify.annotations.NullMarked;
