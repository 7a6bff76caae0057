/** The record of repairs and the history of drift, by writes of single documents. */
@NullMarked
package dev.trueup.mongodb.record;

import org.jspecify.annotations.NullMarked;
