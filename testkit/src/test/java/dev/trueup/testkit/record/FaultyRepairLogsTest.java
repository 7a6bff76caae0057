package dev.trueup.testkit.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.testkit.Convictions;
import dev.trueup.testkit.model.ModelRepairLog;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each repair log that is broken on purpose has to fail. */
class FaultyRepairLogsTest {
  private static final int TESTS = 6;

  @Test
  void theHonestLogIsAcquitted() {
    assertThat(convictionsOf(OwnedRepairLog::new)).isEmpty();
  }

  @Test
  void everyLogThatIsBrokenOnPurposeIsConvicted() {
    Convictions.requireOfAll("a repair log", faults(), 8, FaultyRepairLogsTest::convictionsOf);
  }

  private static List<String> convictionsOf(Function<ModelRepairLog, OwnedRepairLog> log) {
    RepairLogUnderTest.choose(log);
    return Convictions.of(RepairLogUnderTest.class, TESTS);
  }

  private static Map<String, Function<ModelRepairLog, OwnedRepairLog>> faults() {
    Map<String, Function<ModelRepairLog, OwnedRepairLog>> faults = new LinkedHashMap<>();
    faults.put(
        "records the first of several entries only",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public void record(List<RepairEntry> entries) {
                super.record(entries.subList(0, 1));
              }
            });
    faults.put(
        "keeps an entry as it was first recorded",
        memory ->
            new OwnedRepairLog(memory) {
              private final Set<Subject> seen = new HashSet<>();

              @Override
              public void record(List<RepairEntry> entries) {
                super.record(entries.stream().filter(one -> seen.add(one.subject())).toList());
              }
            });
    faults.put(
        "takes all open repairs for abandoned",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public List<Repair> interruptAbandoned(Instant at) {
                inState(Repair.State.OPEN, 10).forEach(open -> memory.abandon(open.id()));
                return super.interruptAbandoned(at);
              }
            });
    faults.put(
        "never finds an abandoned repair",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public List<Repair> interruptAbandoned(Instant at) {
                return List.of();
              }
            });
    faults.put(
        "pages by the counter alone",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public List<RepairEntry> entries(
                  String repairId,
                  @Nullable String afterCounter,
                  @Nullable Subject afterSubject,
                  int limit) {
                return super.entries(repairId, afterCounter, null, limit);
              }
            });
    faults.put(
        "has no limit to a page",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public List<RepairEntry> entries(
                  String repairId,
                  @Nullable String afterCounter,
                  @Nullable Subject afterSubject,
                  int limit) {
                return super.entries(repairId, afterCounter, afterSubject, 1_000);
              }
            });
    faults.put(
        "forgets when a repair ended",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public Optional<Repair> find(String repairId) {
                return super.find(repairId)
                    .map(one -> new Repair(one.id(), one.state(), one.openedAt(), null));
              }
            });
    faults.put(
        "closes what is not there",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public void close(String repairId, Repair.State state, Instant at) {
                if (find(repairId).isPresent()) {
                  super.close(repairId, state, at);
                }
              }
            });
    faults.put(
        "knows no subject by its counter",
        memory ->
            new OwnedRepairLog(memory) {
              @Override
              public Optional<RepairEntry> newest(String counter, Subject subject) {
                return super.newest("b", subject);
              }
            });
    return faults;
  }
}
