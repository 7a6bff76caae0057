package dev.trueup.testkit.record;

import dev.trueup.store.DriftHistory;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.model.ModelRepairLog;
import java.util.function.Function;

/**
 * The suite on whatever log was chosen last. Not named as a test: it is run through the launcher
 * only, once for each log that is broken on purpose.
 */
class RepairLogUnderTest implements RepairLogSuite {
  private static volatile Function<ModelRepairLog, OwnedRepairLog> chosen = OwnedRepairLog::new;

  private final ModelRepairLog memory = new ModelRepairLog();

  static void choose(Function<ModelRepairLog, OwnedRepairLog> log) {
    chosen = log;
  }

  @Override
  public RepairLog anotherLog() {
    return chosen.apply(memory);
  }

  @Override
  public void end(RepairLog log) {
    ((OwnedRepairLog) log).end();
  }

  @Override
  public DriftHistory history() {
    throw new AssertionError("no test of repairs asks for it");
  }
}
