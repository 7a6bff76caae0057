/**
 * What is counted and what is said about it: counter, subject, change, outcome, watermark, reading.
 */
@NullMarked
package dev.trueup.counter;

import org.jspecify.annotations.NullMarked;
