/** One unchecked tree of errors; each message says what happened, to what, and what to do. */
@NullMarked
package dev.trueup.error;

import org.jspecify.annotations.NullMarked;
