package dev.trueup.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Each ledger that is broken on purpose has to fail; the table says which tests convict it. */
class FaultyLedgersTest {
  @Test
  void theHonestLedgerIsAcquitted() {
    assertThat(convictionsOf(FaultyLedgers.HONEST)).isEmpty();
  }

  @Test
  void everyLedgerThatIsBrokenOnPurposeIsConvicted() {
    Map<String, ModelLedger.Backend> faults = FaultyLedgers.all();
    List<String> uncaught = new ArrayList<>();
    StringBuilder table = new StringBuilder("\nFault of a ledger -> tests that convict it\n");
    faults.forEach(
        (fault, backend) -> {
          List<String> convictions = convictionsOf(backend);
          if (convictions.isEmpty()) {
            uncaught.add(fault);
          }
          table.append(
              String.format(
                  Locale.ROOT,
                  "%-48s %3d  %s%n",
                  fault,
                  convictions.size(),
                  convictions.stream().limit(2).collect(Collectors.joining(", "))));
        });
    System.out.println(table);

    assertThat(faults).hasSizeGreaterThanOrEqualTo(12);
    assertThat(uncaught).as("faults that no test catches").isEmpty();
  }

  private static List<String> convictionsOf(ModelLedger.Backend backend) {
    LedgerUnderTest.choose(backend);
    TreeSet<String> failed = new TreeSet<>();
    int[] run = new int[1];
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              run[0]++;
              // An aborted test convicts nobody: some assumptions do not hold on a model.
              if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failed.add(test.getDisplayName().replace("()", ""));
              }
            }
          }

          @Override
          public void testPlanExecutionFinished(TestPlan plan) {
            assertThat(run[0]).as("tests of the suite that ran").isGreaterThan(50);
          }
        };
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(LedgerUnderTest.class))
                .build(),
            listener);
    return List.copyOf(failed);
  }
}
