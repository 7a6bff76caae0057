/** Compatibility suites, simulation, settable clock and embedded servers. */
@NullMarked
package dev.trueup.testkit;

import org.jspecify.annotations.NullMarked;
