/** The suites of the record: repairs, and the history of drift. */
@NullMarked
package dev.trueup.testkit.record;

import org.jspecify.annotations.NullMarked;
