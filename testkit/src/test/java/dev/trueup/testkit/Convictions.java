package dev.trueup.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs a suite through the launcher, and tells which of its tests fail. A suite is only worth what
 * it rejects.
 */
public final class Convictions {
  private Convictions() {}

  /**
   * Requires that every store that is broken on purpose fails, and prints which tests convict it.
   *
   * @param faults the stores by what is wrong with them
   * @param faultsMin how many there have to be
   * @param convictions runs the suite on one of them
   */
  public static <B> void requireOfAll(
      String what, Map<String, B> faults, int faultsMin, Function<B, List<String>> convictions) {
    List<String> uncaught = new ArrayList<>();
    StringBuilder table =
        new StringBuilder(
            String.format(Locale.ROOT, "%nFault of %s -> tests that convict it%n", what));
    faults.forEach(
        (fault, backend) -> {
          List<String> convicting = convictions.apply(backend);
          if (convicting.isEmpty()) {
            uncaught.add(fault);
          }
          table.append(
              String.format(
                  Locale.ROOT,
                  "%-52s %3d  %s%n",
                  fault,
                  convicting.size(),
                  convicting.stream().limit(2).collect(Collectors.joining(", "))));
        });
    System.out.println(table);
    assertThat(faults).hasSizeGreaterThanOrEqualTo(faultsMin);
    assertThat(uncaught).as("faults that no test catches").isEmpty();
  }

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
