/** Audit and additive repair of counters that live in the user's own column, field or key. */
@NullMarked
package dev.trueup.adopted;

import org.jspecify.annotations.NullMarked;
