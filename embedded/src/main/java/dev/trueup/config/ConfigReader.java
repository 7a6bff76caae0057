package dev.trueup.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the whole of a trueup.yaml. Used once, by one thread. */
final class ConfigReader {
  private static final int ENTRIES_MAX = 10_000;
  private static final List<String> TOP_KEYS =
      List.of("datasources", "store", "counters", "contexts");
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  private final Path file;
  private final Faults faults = new Faults();
  private final Section.Reading reading;

  ConfigReader(Path file, Function<String, @Nullable String> variables) {
    this.file = file;
    this.reading = new Section.Reading(faults, new Environment(variables));
  }

  TrueupConfig read(String text) {
    String place = file.toString();
    Section top = Section.of("", YamlText.compose(text, place), reading).allowOnly(TOP_KEYS);
    Map<String, Datasource> datasources = datasources(top);
    References references = new References(datasources);
    StoreConfig store = store(top, references);
    Map<String, CounterConfig> counters = counters(top, references, store);
    Map<String, ContextConfig> contexts = contexts(top, references);
    if (!top.has("counters") && !top.has("contexts")) {
      top.fault("counters", "missing", "at least one counter or context");
    }
    // What Trueup holds itself can be in the state file.
    boolean needsOne =
        counters.isEmpty()
            || !contexts.isEmpty()
            || counters.values().stream().anyMatch(CounterConfig.Rows.class::isInstance);
    if (datasources.isEmpty() && needsOne) {
      top.fault("datasources", "missing", "at least one datasource, as in `app: { url: … }`");
    }
    faults.refuseIfAny(place);
    return new TrueupConfig(place, datasources, store, counters, contexts);
  }

  private Map<String, Datasource> datasources(Section top) {
    Map<String, Datasource> datasources = new LinkedHashMap<>();
    Section all = top.section("datasources");
    for (String name : names(all, PLAIN_NAME, "1 to 100 letters, digits, dot, _ and -")) {
      datasources.put(name, DatasourceReader.read(name, all.section(name), faults));
    }
    return datasources;
  }

  private StoreConfig store(Section top, References references) {
    Path folder = file.toAbsolutePath().getParent();
    Path stateFile = (folder == null ? Path.of("") : folder).resolve(StoreConfig.FILE);
    return new StoreConfig(references.store(top, References.NO_TRUTH_IN_REDIS), stateFile);
  }

  private Map<String, CounterConfig> counters(
      Section top, References references, StoreConfig store) {
    Map<String, CounterConfig> counters = new LinkedHashMap<>();
    CounterReader reader = new CounterReader(references, store);
    Section all = top.section("counters");
    Set<String> names = names(all, CounterConfig.NAME, CounterConfig.NAME_ALLOWED);
    for (String name : names) {
      counters.put(name, reader.read(name, all.section(name)));
    }
    OtherSide.complete(counters, all);
    return counters;
  }

  private Map<String, ContextConfig> contexts(Section top, References references) {
    Map<String, ContextConfig> contexts = new LinkedHashMap<>();
    Section all = top.section("contexts");
    for (String name : names(all, CounterConfig.NAME, CounterConfig.NAME_ALLOWED)) {
      contexts.put(name, ContextReader.read(name, all.section(name), references));
    }
    return contexts;
  }

  private Set<String> names(Section section, Pattern pattern, String allowed) {
    if (section.keys().size() > ENTRIES_MAX) {
      faults.add(
          section.path(),
          section.node(),
          section.keys().size() + " entries",
          "at most " + ENTRIES_MAX);
      return Set.of();
    }
    for (String name : section.keys()) {
      if (!pattern.matcher(name).matches()) {
        section.fault(name, "not a name", allowed);
      }
    }
    return section.keys();
  }
}
