/**
 * For stores of members: the compatibility suite, a model in memory, and a seeded simulation with
 * an auditor of its own.
 */
@NullMarked
package dev.trueup.testkit.members;

import org.jspecify.annotations.NullMarked;
