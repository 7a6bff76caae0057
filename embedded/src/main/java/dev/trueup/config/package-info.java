/** trueup.yaml: reading it, and naming every fault in it at once. */
@NullMarked
package dev.trueup.config;

import org.jspecify.annotations.NullMarked;
