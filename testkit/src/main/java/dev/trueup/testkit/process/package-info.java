/** A second JVM, for tests of what happens when one is killed or when two work at once. */
@NullMarked
package dev.trueup.testkit.process;

import org.jspecify.annotations.NullMarked;
