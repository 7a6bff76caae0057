/** The hot path: changes in, readings out. */
@NullMarked
package dev.trueup.managed;

import org.jspecify.annotations.NullMarked;
