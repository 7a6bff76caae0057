/** Managed counters on SQL: the store of heads and cells, and the source that is recounted. */
@NullMarked
package dev.trueup.jdbc.managed;

import org.jspecify.annotations.NullMarked;
