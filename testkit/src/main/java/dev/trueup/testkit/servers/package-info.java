/** Real database servers for tests: one of each kind per JVM, a fresh database per test class. */
@NullMarked
package dev.trueup.testkit.servers;

import org.jspecify.annotations.NullMarked;
