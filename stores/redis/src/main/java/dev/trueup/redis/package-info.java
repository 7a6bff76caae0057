/** Redis, single or cluster: a connection that tells what happened from what may have happened. */
@NullMarked
package dev.trueup.redis;

import org.jspecify.annotations.NullMarked;
