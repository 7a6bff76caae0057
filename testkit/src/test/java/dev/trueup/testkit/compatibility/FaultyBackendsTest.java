package dev.trueup.testkit.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.trueup.testkit.compatibility.FaultyStores.Broken;
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

/**
 * The suite is only worth what it rejects: each backend that is broken on purpose has to fail, and
 * the table says which tests convict it.
 */
class FaultyBackendsTest {
  @Test
  void theHonestBackendIsAcquitted() {
    assertThat(convictionsOf(Broken::new)).isEmpty();
  }

  @Test
  void everyBackendThatIsBrokenOnPurposeIsConvicted() {
    Map<String, Backend> faults = FaultyStores.all();
    List<String> uncaught = new ArrayList<>();
    StringBuilder table = new StringBuilder("\nFault -> tests that convict it\n");
    faults.forEach(
        (fault, backend) -> {
          List<String> convictions = convictionsOf(backend);
          if (convictions.isEmpty()) {
            uncaught.add(fault);
          }
          table.append(
              String.format(
                  Locale.ROOT,
                  "%-52s %3d  %s%n",
                  fault,
                  convictions.size(),
                  convictions.stream().limit(2).collect(Collectors.joining(", "))));
        });
    System.out.println(table);

    assertThat(faults).hasSizeGreaterThanOrEqualTo(12);
    assertThat(uncaught).as("faults that no test catches").isEmpty();
  }

  private static List<String> convictionsOf(Backend backend) {
    BackendUnderTest.choose(backend);
    TreeSet<String> failed = new TreeSet<>();
    int[] run = new int[1];
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              run[0]++;
              if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
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
                .selectors(selectClass(BackendUnderTest.class))
                .build(),
            listener);
    return List.copyOf(failed);
  }
}
