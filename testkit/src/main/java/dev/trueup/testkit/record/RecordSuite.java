package dev.trueup.testkit.record;

import dev.trueup.store.DriftHistory;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.report.SuiteResults;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the suites of the record ask of a backend. Each test begins with nothing on record. */
@ExtendWith(SuiteResults.class)
public interface RecordSuite {
  /** One more log on the same state, as another process would have; closed after the test. */
  RepairLog anotherLog();

  /** Ends a log as a process ends that does not come back; others know at once. */
  void end(RepairLog log);

  /** A history on the same state. */
  DriftHistory history();
}
