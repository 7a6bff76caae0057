/** The trueup command. */
@NullMarked
package dev.trueup.cli;

import org.jspecify.annotations.NullMarked;
