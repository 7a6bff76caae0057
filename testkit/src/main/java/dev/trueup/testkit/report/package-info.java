/** Which parts of the suites ran on which backend, and what was not observable there. */
@NullMarked
package dev.trueup.testkit.report;

import org.jspecify.annotations.NullMarked;
