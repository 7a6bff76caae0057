/**
 * Suites that say what a backend has to keep. A backend passes by subclassing one and handing it
 * stores; the suite itself is proved on backends that are broken on purpose.
 */
@NullMarked
package dev.trueup.testkit.compatibility;

import org.jspecify.annotations.NullMarked;
