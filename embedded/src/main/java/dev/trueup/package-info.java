/** The door: Trueup.open(TrueupConfig.load(path)). */
@NullMarked
package dev.trueup;

import org.jspecify.annotations.NullMarked;
