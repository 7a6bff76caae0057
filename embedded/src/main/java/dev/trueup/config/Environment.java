package dev.trueup.config;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the values of {@code ${NAME}} in; {@code $${NAME}} stands for the text itself. */
final class Environment {
  private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}]*)}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Function<String, @Nullable String> variables;

  Environment(Function<String, @Nullable String> variables) {
    this.variables = variables;
  }

  /**
   * A text with its placeholders replaced.
   *
   * @param text the result
   * @param replaced whether anything was put in: such a text may be secret and is never printed
   * @param missing the variables that are not set
   * @param malformed placeholders whose name is not one
   */
  record Filled(String text, boolean replaced, List<String> missing, List<String> malformed) {}

  Filled fill(String template) {
    List<String> missing = new ArrayList<>();
    List<String> malformed = new ArrayList<>();
    boolean replaced = false;
    StringBuilder text = new StringBuilder();
    Matcher placeholder = PLACEHOLDER.matcher(template);
    while (placeholder.find()) {
      String name = placeholder.group(2);
      if (!placeholder.group(1).isEmpty()) {
        placeholder.appendReplacement(text, Matcher.quoteReplacement("${" + name + "}"));
        continue;
      }
      replaced = true;
      if (!NAME.matcher(name).matches()) {
        malformed.add(name);
        placeholder.appendReplacement(text, "");
        continue;
      }
      String value = variables.apply(name);
      if (value == null) {
        missing.add(name);
      }
      placeholder.appendReplacement(text, Matcher.quoteReplacement(value == null ? "" : value));
    }
    placeholder.appendTail(text);
    return new Filled(text.toString(), replaced, missing, malformed);
  }
}
