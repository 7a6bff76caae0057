package dev.trueup.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.TreeSet;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a suite through the launcher, and tells which of its tests fail. */
public final class Convictions {
  private Convictions() {}

  /**
   * @param testsMin how many tests have to run for the verdict to mean anything
   */
  public static List<String> of(Class<?> suite, int testsMin) {
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
            assertThat(run[0]).as("tests of the suite that ran").isGreaterThanOrEqualTo(testsMin);
          }
        };
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(suite)).build(),
            listener);
    return List.copyOf(failed);
  }
}
