package dev.trueup.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JdbcRepairLogTest {
  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00.123456Z");

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void what_goes_on_record_comes_back_exactly_and_moves_on(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server);
        JdbcRepairLog log = new JdbcRepairLog(database)) {
      Repair first = log.open(NOW);
      Repair second = log.open(NOW);
      assertThat(first.id()).isEqualTo("r-20300101-0001");
      assertThat(second.id()).isEqualTo("r-20300101-0002");

      RepairEntry adopted = entry(first.id(), "b", "ßIi ", new BigDecimal("880.348400"), null);
      RepairEntry managed =
          entry(first.id(), "a", "[\"7\",\"42\"]", null, new Watermark(NOW, Instant.EPOCH));
      log.record(List.of(adopted, managed));
      assertThat(log.entries(first.id(), null, null, 10)).containsExactly(managed, adopted);
      assertThat(log.entries(first.id(), "a", managed.subject(), 10)).containsExactly(adopted);

      RepairEntry applied = adopted.become(RepairEntry.State.APPLIED, NOW.plusSeconds(1));
      log.record(List.of(applied));
      assertThat(log.newest("b", adopted.subject())).contains(applied);
      assertThat(log.newest("b", new Subject("ßii "))).isEmpty();

      log.close(first.id(), Repair.State.CLOSED, NOW.plusSeconds(2));
      assertThat(log.find(first.id()))
          .contains(new Repair(first.id(), Repair.State.CLOSED, NOW, NOW.plusSeconds(2)));
      assertThat(log.inState(Repair.State.OPEN, 10)).containsExactly(second);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_repair_whose_owner_is_gone_is_interrupted_and_one_at_work_is_left_alone(
      DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server);
        JdbcRepairLog living = new JdbcRepairLog(database)) {
      JdbcRepairLog dying = new JdbcRepairLog(database);
      Repair atWork = living.open(NOW);
      Repair abandoned = dying.open(NOW);
      RepairEntry intended = entry(abandoned.id(), "c", "1", BigDecimal.TEN, null);
      dying.record(List.of(intended));

      JdbcRepairLog other = new JdbcRepairLog(database);
      assertThat(other.interruptAbandoned(NOW)).isEmpty();
      dying.close();
      assertThat(other.interruptAbandoned(NOW))
          .extracting(Repair::id)
          .containsExactly(abandoned.id());
      assertThat(other.entries(abandoned.id(), null, null, 10))
          .containsExactly(intended.become(RepairEntry.State.UNKNOWN, NOW));
      assertThat(other.inState(Repair.State.OPEN, 10)).containsExactly(atWork);
    }
  }

  private static RepairEntry entry(
      String repair,
      String counter,
      String subject,
      @Nullable BigDecimal before,
      @Nullable Watermark watermark) {
    return new RepairEntry(
        repair,
        counter,
        new Subject(subject),
        watermark == null ? RepairEntry.Layout.ADOPTED : RepairEntry.Layout.MANAGED,
        Verdict.DRIFT,
        before,
        new BigDecimal("-0.00"),
        BigDecimal.ONE,
        watermark,
        "sampled 3 times; it's so",
        RepairEntry.State.INTENDED,
        NOW);
  }
}
