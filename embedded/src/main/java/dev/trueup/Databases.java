package dev.trueup;

import dev.trueup.config.Datasource;
import dev.trueup.config.TrueupConfig;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.TrueupException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.JdbcDriftHistory;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Schema;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.record.MongoDriftHistory;
import dev.trueup.mongodb.record.MongoRepairLog;
import dev.trueup.redis.Redis;
import dev.trueup.store.DriftHistory;
import dev.trueup.store.RepairLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The databases of one configuration, each opened when it is first needed. Thread-safe. */
final class Databases implements AutoCloseable {
  /** The name of the store that is a file; no datasource can have it. */
  private static final String STATE_FILE = "(state file)";

  private final TrueupConfig config;
  private final TrueupOptions options;
  // Guarded by this.
  private final Map<String, Database> open = new HashMap<>();
  // Guarded by this.
  private final Map<String, Redis> openRedis = new HashMap<>();
  // Guarded by this.
  private final Map<String, DocumentDatabase> openDocuments = new HashMap<>();
  // Guarded by this.
  private final Set<String> prepared = new HashSet<>();
  // Guarded by this.
  private @Nullable RepairLog log;

  Databases(TrueupConfig config, TrueupOptions options) {
    this.config = config;
    this.options = options;
  }

  /** A datasource of the user's. */
  synchronized Database user(String name) {
    Database known = open.get(name);
    if (known != null) {
      return known;
    }
    Datasource datasource = config.datasource(name);
    if (datasource.kind() != Datasource.Kind.JDBC) {
      throw new BadRequestException(
          "Datasource "
              + name
              + " is "
              + datasource.kind().words()
              + "; this version works with SQL databases only.");
    }
    return opened(name, ConnectionSettings.sql(datasource));
  }

  /** A datasource of the user's that is Redis. */
  synchronized Redis redis(String name) {
    Redis known = openRedis.get(name);
    if (known == null) {
      known = Redis.open(ConnectionSettings.redis(config.datasource(name)));
      openRedis.put(name, known);
    }
    return known;
  }

  /** A datasource of the user's that is MongoDB. */
  synchronized DocumentDatabase documents(String name) {
    DocumentDatabase known = openDocuments.get(name);
    if (known == null) {
      known =
          DocumentDatabase.open(
              ConnectionSettings.documents(config.datasource(name)),
              options.clock(),
              options.waiter(),
              options.random());
      openDocuments.put(name, known);
    }
    return known;
  }

  /** The family of a datasource. */
  Datasource.Kind kindOf(String name) {
    return config.datasource(name).kind();
  }

  /** What a store is kept in; null stands for the store of the whole configuration. */
  Datasource.Kind kindOfStore(@Nullable String ownStore) {
    String name = ownStore == null ? config.store().datasource() : ownStore;
    return name == null ? Datasource.Kind.JDBC : config.datasource(name).kind();
  }

  /** Trueup's own state, its tables brought up to date; made where there is none. */
  synchronized Database store(@Nullable String ownStore) {
    String name = ownStore == null ? config.store().datasource() : ownStore;
    Database database = name == null ? stateFile(true) : user(name);
    if (prepared.add(name == null ? STATE_FILE : name)) {
      try {
        Schema.migrate(database);
      } catch (TrueupException e) {
        prepared.remove(name == null ? STATE_FILE : name);
        throw e;
      }
    }
    return database;
  }

  /** Trueup's own state as it is, which {@link #hasStore} found; nothing is written to it. */
  synchronized Database existingStore(@Nullable String ownStore) {
    String name = ownStore == null ? config.store().datasource() : ownStore;
    return name == null ? stateFile(false) : user(name);
  }

  /** Whether there is any state; asking makes none. */
  synchronized boolean hasStore(@Nullable String ownStore) {
    String name = ownStore == null ? config.store().datasource() : ownStore;
    if (name != null && inDocuments(ownStore)) {
      return MongoRepairLog.isIn(documents(name));
    }
    if (name == null && !Files.exists(config.store().file())) {
      return false;
    }
    Database database = name == null ? stateFile(false) : user(name);
    return database.read(
        "look for Trueup's own tables",
        transaction -> Schema.has(transaction.connection(), Schema.HISTORY));
  }

  /** The record of repairs of the whole configuration, made where there is none. */
  synchronized RepairLog log() {
    RepairLog known = log;
    if (known == null) {
      known =
          inDocuments(null)
              ? MongoRepairLog.prepared(documents(ownStore(null)))
              : new JdbcRepairLog(store(null));
      log = known;
    }
    return known;
  }

  /** The record, where it is in SQL: what is corrected there may go on record in one write. */
  @Nullable JdbcRepairLog sqlLog() {
    return log() instanceof JdbcRepairLog inSql ? inSql : null;
  }

  /** The record as it is, which {@link #hasStore} found; nothing is written to it. */
  RepairLog existingLog() {
    return inDocuments(null)
        ? MongoRepairLog.existing(documents(ownStore(null)))
        : new JdbcRepairLog(existingStore(null));
  }

  /** Where the history of drift of the whole configuration is. */
  DriftHistory history() {
    if (inDocuments(null)) {
      MongoDriftHistory history = new MongoDriftHistory(documents(ownStore(null)));
      history.prepare();
      return history;
    }
    return new JdbcDriftHistory(store(null));
  }

  private boolean inDocuments(@Nullable String ownStore) {
    return kindOfStore(ownStore) == Datasource.Kind.MONGODB;
  }

  /** The name of the datasource that a store is in; the state file is none. */
  String ownStore(@Nullable String ownStore) {
    String name = ownStore == null ? config.store().datasource() : ownStore;
    if (name == null) {
      throw new BrokenInvariantException("The state file is no datasource.");
    }
    return name;
  }

  private Database stateFile(boolean create) {
    Database known = open.get(STATE_FILE);
    if (known != null) {
      return known;
    }
    Path file = config.store().file();
    if (create) {
      makeFolder(file);
    }
    DatabaseSettings settings =
        DatabaseSettings.of("state file", "jdbc:sqlite:" + file, null, null);
    return opened(STATE_FILE, create ? settings.creating() : settings);
  }

  private static void makeFolder(Path file) {
    Path folder = file.getParent();
    try {
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw new BadRequestException(
          "Trueup's own state cannot be kept in "
              + file
              + " ("
              + e.getClass().getSimpleName()
              + "). Nothing was changed. Make the folder writable, or name a store in trueup.yaml.",
          e);
    }
  }

  private Database opened(String name, DatabaseSettings settings) {
    Database database = Database.open(settings);
    open.put(name, database);
    return database;
  }

  @Override
  public synchronized void close() {
    if (log instanceof JdbcRepairLog inSql) {
      inSql.close();
    } else if (log instanceof MongoRepairLog inDocuments) {
      inDocuments.close();
    }
    open.values().forEach(Database::close);
    open.clear();
    openRedis.values().forEach(Redis::close);
    openRedis.clear();
    openDocuments.values().forEach(DocumentDatabase::close);
    openDocuments.clear();
  }
}
