/** PostgreSQL, MariaDB/MySQL and SQLite: one dialect each. */
@NullMarked
package dev.trueup.jdbc;

import org.jspecify.annotations.NullMarked;
