/** Observe, judge, settle: recounting a managed counter at a pair of watermarks. */
@NullMarked
package dev.trueup.reconcile;

import org.jspecify.annotations.NullMarked;
