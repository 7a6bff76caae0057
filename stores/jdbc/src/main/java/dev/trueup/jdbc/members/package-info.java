/** Sets of members and their counts in SQL. */
@NullMarked
package dev.trueup.jdbc.members;

import org.jspecify.annotations.NullMarked;
