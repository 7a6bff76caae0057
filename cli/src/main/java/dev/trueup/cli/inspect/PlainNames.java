package dev.trueup.cli.inspect;

import java.util.Set;
import java.util.regex.Pattern;
import org.jooq.Name;
import org.jooq.impl.DSL;

/** Leaves the quotes off names that every database reads the same without them. */
final class PlainNames {
  private static final Pattern COMPOUND = Pattern.compile("[a-z]+(_[a-z0-9]+)+");
  private static final Set<String> PLAIN =
      Set.of("type", "status", "state", "kind", "mode", "approved", "published", "quantity");

  private PlainNames() {}

  static Name of(String name) {
    return COMPOUND.matcher(name).matches() || PLAIN.contains(name)
        ? DSL.unquotedName(name)
        : DSL.quotedName(name);
  }
}
