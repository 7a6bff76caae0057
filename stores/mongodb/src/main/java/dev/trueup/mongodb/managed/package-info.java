/** Managed counters in MongoDB: heads, cells and ids, by single-document updates alone. */
@NullMarked
package dev.trueup.mongodb.managed;

import org.jspecify.annotations.NullMarked;
