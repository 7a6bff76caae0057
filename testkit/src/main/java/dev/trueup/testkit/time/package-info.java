/** Time that a test moves by hand. */
@NullMarked
package dev.trueup.testkit.time;

import org.jspecify.annotations.NullMarked;
