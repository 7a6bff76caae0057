/** What stores of events have to keep: a suite, a model, seeded runs. */
@NullMarked
package dev.trueup.testkit.events;

import org.jspecify.annotations.NullMarked;
