/**
 * Counters whose truth is a set of members that Trueup keeps itself: followers, likes, the viewers
 * of a day. Set, count and time change in one atomic step, so there is nothing to heal.
 */
@NullMarked
package dev.trueup.members;

import org.jspecify.annotations.NullMarked;
