/** {@code trueup demo}: one forum, one stream of faults, four ways to count its comments. */
@NullMarked
package dev.trueup.demo;

import org.jspecify.annotations.NullMarked;
