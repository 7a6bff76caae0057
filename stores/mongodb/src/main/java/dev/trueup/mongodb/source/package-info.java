/** Facts in the user's own collections: found, counted in sets, listed. Only reads. */
@NullMarked
package dev.trueup.mongodb.source;

import org.jspecify.annotations.NullMarked;
