/** Many threads that begin together. */
@NullMarked
package dev.trueup.testkit.threads;

import org.jspecify.annotations.NullMarked;
