/**
 * A seeded, single-threaded simulation of an application, its database, a store and reconcilers,
 * with an independent auditor that checks the invariants I1 to I9 after every event. Time is a long
 * in microseconds; nothing here waits or reads a real clock.
 */
@NullMarked
package dev.trueup.testkit.simulation;

import org.jspecify.annotations.NullMarked;
