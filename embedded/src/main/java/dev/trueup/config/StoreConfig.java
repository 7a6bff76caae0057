package dev.trueup.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where Trueup keeps its own state: a datasource, or a SQLite file of its own, which serves one
 * running instance only.
 *
 * @param datasource its name; null for the file
 * @param file the SQLite file, used where no datasource is named: {@code .trueup/state.db} beside
 *     trueup.yaml
 */
public record StoreConfig(@Nullable String datasource, Path file) {
  /** Where the file is, seen from the folder of trueup.yaml. */
  public static final Path FILE = Path.of(".trueup", "state.db");
}
