package dev.trueup.config;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the kinds whose truth Trueup holds itself: events, members, ledger. */
final class ExactReader {
  private static final Duration RETENTION_MIN = Duration.ofMinutes(1);
  private static final Duration RETENTION_MAX = Duration.ofDays(3_660);
  private static final Duration EXPIRE_STANDARD = Duration.ofSeconds(10);
  private static final Duration EXPIRE_MIN = Duration.ofMillis(100);
  private static final Duration EXPIRE_MAX = Duration.ofDays(1);
  private static final String NEEDS_SQL =
      "a SQL database: truth and count change in one transaction";

  private final References references;
  private final StoreConfig standard;

  ExactReader(References references, StoreConfig standard) {
    this.references = references;
    this.standard = standard;
  }

  CounterConfig events(String name, Section section) {
    String store = references.store(section, References.NO_TRUTH_IN_REDIS);
    boolean faulty = section.has("store") && store == null;
    Datasource datasource = references.effective(store, standard);
    boolean recounted =
        faulty || (datasource != null && datasource.kind() == Datasource.Kind.MONGODB);
    return EventReader.read(
        name,
        section,
        recounted ? RecountReader.read(section) : RecountReader.refuse(section),
        store);
  }

  CounterConfig members(String name, Section section) {
    Value otherSide = section.value("other-side");
    Value per = section.value("per");
    boolean perDay = per != null && per.oneOf(List.of("day")) != null;
    Value zone = section.value("zone");
    ZoneId zoneId = zone == null ? null : zone.zone();
    if (perDay && !section.has("zone")) {
      section.fault("zone", "missing beside per: day", "the zone whose days are meant");
    }
    if (!section.has("per") && section.has("zone")) {
      section.fault("zone", "a zone without per: day", "zone beside per: day only");
    }
    if (perDay && otherSide != null) {
      section.fault(
          "other-side",
          "an other side beside per: day",
          "one of the two: a counter per day has one side");
    }
    Value retention = section.value("retention");
    if (!section.has("per") && section.has("retention")) {
      section.fault("retention", "a retention without per: day", "retention beside per: day only");
    }
    Value self = section.value("self-membership");
    return new CounterConfig.Members(
        name,
        otherSide == null
            ? null
            : otherSide.matching(CounterConfig.NAME, CounterConfig.NAME_ALLOWED),
        perDay,
        zoneId,
        retention == null ? null : retention.duration(RETENTION_MIN, RETENTION_MAX),
        self == null ? null : self.flag(),
        sqlStore(section));
  }

  CounterConfig ledger(String name, Section section) {
    Long floor = amount(section, "floor");
    Long ceiling = amount(section, "ceiling");
    if (floor != null && ceiling != null && floor > ceiling) {
      section.fault("ceiling", ceiling + ", below the floor of " + floor, "the floor or more");
    }
    if (floor != null && floor > 0) {
      section.fault("floor", floor + ", above 0, where a balance begins", "0 or less");
    }
    if (ceiling != null && ceiling < 0) {
      section.fault("ceiling", ceiling + ", below 0, where a balance begins", "0 or more");
    }
    return new CounterConfig.Ledger(
        name,
        floor,
        ceiling,
        CounterReader.duration(section, "expire-every", EXPIRE_STANDARD, EXPIRE_MIN, EXPIRE_MAX),
        sqlStore(section));
  }

  private static @Nullable Long amount(Section section, String key) {
    Value value = section.value(key);
    return value == null ? null : value.whole(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private @Nullable String sqlStore(Section section) {
    String store = references.store(section, null);
    Datasource datasource = references.effective(store, standard);
    if (datasource != null && datasource.kind() != Datasource.Kind.JDBC) {
      section.fault(
          "store",
          datasource.name() + ", which is " + datasource.kind().words(),
          datasource.kind() == Datasource.Kind.REDIS ? References.NO_TRUTH_IN_REDIS : NEEDS_SQL);
    }
    return store;
  }
}
