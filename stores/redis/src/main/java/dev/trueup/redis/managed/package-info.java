/** Managed counters in Redis: one script per subject, all keys of a subject in one slot. */
@NullMarked
package dev.trueup.redis.managed;

import org.jspecify.annotations.NullMarked;
