package dev.trueup.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Prints suite against backend, after every module has run its own. What a backend cannot show is
 * named there; a suite that passed nowhere on a backend is a fault.
 */
class SuiteTableTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CounterStoreTest | managed counters | Sqlite,PostgreSql,MariaDb,Mongo,Redis,RedisCluster | ",
        "EventStoreTest | events | Sqlite,PostgreSql,MariaDb,Mongo | Redis: it can lose its memory",
        "MemberStoreTest | members | Sqlite,PostgreSql,MariaDb | MongoDB, Redis: it takes"
            + " transactions",
        "RecordTest | the record | Sqlite,PostgreSql,MariaDb,Mongo | Redis: it can lose its memory",
        "LedgerStoreTest | ledgers | Sqlite,PostgreSql,MariaDb | MongoDB, Redis: it takes"
            + " transactions",
      })
  void everySuiteRanOnEveryBackend(
      String ending, String kind, String backends, @Nullable String refused) {
    SuiteTable table = SuiteTable.of(ending);
    Set<String> wanted = Set.of(backends.split(","));
    System.out.println("\nSuites of " + kind + ": tests that passed\n" + table);
    if (refused != null) {
      System.out.println("  Refused as a store of " + kind + ", by name: " + refused + "\n");
    }
    if (Boolean.parseBoolean(System.getenv("TRUEUP_REQUIRE_SERVERS"))) {
      // In the whole check a backend that is gone is a fault, not a reason to look away.
      assertThat(table.backends()).containsAll(wanted);
    } else {
      assumeThat(table.backends()).as("a build of all modules").containsAll(wanted);
    }
    assertThat(table.gaps(wanted)).isEmpty();
  }
}
