package dev.trueup.config;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.ConfigurationException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What trueup.yaml says. Immutable; the maps keep the order of the file. A counter that stands
 * there only as the other side of one of members is in the map too, behind those of the file.
 *
 * @param place the file it was read from, for messages
 */
public record TrueupConfig(
    String place,
    Map<String, Datasource> datasources,
    StoreConfig store,
    Map<String, CounterConfig> counters,
    Map<String, ContextConfig> contexts) {

  public TrueupConfig {
    datasources = Collections.unmodifiableMap(new LinkedHashMap<>(datasources));
    counters = Collections.unmodifiableMap(new LinkedHashMap<>(counters));
    contexts = Collections.unmodifiableMap(new LinkedHashMap<>(contexts));
  }

  /**
   * Reads a file, with the environment of this process for {@code ${NAME}}.
   *
   * @throws ConfigurationException with every fault of the file
   */
  public static TrueupConfig load(Path file) {
    return load(file, System::getenv);
  }

  /** As {@link #load(Path)}, with other variables; null for one that is not set. */
  public static TrueupConfig load(Path file, Function<String, @Nullable String> variables) {
    return parse(YamlText.read(file), file, variables);
  }

  /**
   * Reads a text as if it stood in the given file.
   *
   * @throws ConfigurationException with every fault of the text
   */
  public static TrueupConfig parse(
      String text, Path file, Function<String, @Nullable String> variables) {
    return new ConfigReader(file, variables).read(text);
  }

  /**
   * The counter of this name.
   *
   * @throws BadRequestException if there is none; it names those there are
   */
  public CounterConfig counter(String name) {
    CounterConfig counter = counters.get(name);
    if (counter == null) {
      throw new BadRequestException(
          "There is no counter \""
              + name
              + "\" in "
              + place
              + "; there is "
              + (counters.isEmpty() ? "none" : String.join(", ", counters.keySet()))
              + Suggestion.sentence(name, counters.keySet()));
    }
    return counter;
  }

  /** The datasource of this name, which a counter or the store of this configuration names. */
  public Datasource datasource(String name) {
    Datasource datasource = datasources.get(name);
    if (datasource == null) {
      throw new BadRequestException("There is no datasource \"" + name + "\" in " + place + ".");
    }
    return datasource;
  }
}
