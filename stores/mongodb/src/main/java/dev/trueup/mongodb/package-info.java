/** MongoDB as store, fact source and adopted target: connections, errors, retries, the clock. */
@NullMarked
package dev.trueup.mongodb;

import org.jspecify.annotations.NullMarked;
