/**
 * Field cases: small histories in which a derived value went wrong somewhere, with right values.
 */
@NullMarked
package dev.trueup.jdbc.cases;

import org.jspecify.annotations.NullMarked;
