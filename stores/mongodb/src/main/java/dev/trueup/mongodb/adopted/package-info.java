/** Adopted counters in the user's own collections: audit, and repair by adding. */
@NullMarked
package dev.trueup.mongodb.adopted;

import org.jspecify.annotations.NullMarked;
