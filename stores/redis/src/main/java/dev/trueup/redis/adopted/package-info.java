/** Adopted counters in Redis: a number in a string or in a field of a hash, or a set's size. */
@NullMarked
package dev.trueup.redis.adopted;

import org.jspecify.annotations.NullMarked;
