/** Waiting, injected: the core never sleeps by itself. */
@NullMarked
package dev.trueup.time;

import org.jspecify.annotations.NullMarked;
