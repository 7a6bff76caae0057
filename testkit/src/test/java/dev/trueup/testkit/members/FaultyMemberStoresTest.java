package dev.trueup.testkit.members;

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
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The suite of members is only worth what it rejects. */
class FaultyMemberStoresTest {
  @Test
  void theHonestStoreIsAcquitted() {
    assertThat(convictionsOf(ModelMemberStore::new)).isEmpty();
  }

  @Test
  void everyStoreOfMembersThatIsBrokenOnPurposeIsConvicted() {
    Map<String, FaultyMemberStores.Backend> faults = FaultyMemberStores.all();
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
                  "%-44s %3d  %s%n",
                  fault,
                  convictions.size(),
                  convictions.stream().limit(2).collect(Collectors.joining(", "))));
        });
    System.out.println(table);
    assertThat(faults).hasSizeGreaterThanOrEqualTo(20);
    assertThat(uncaught).as("faults that no test catches").isEmpty();
  }

  private static List<String> convictionsOf(FaultyMemberStores.Backend backend) {
    MemberStoreUnderTest.choose(backend);
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
        };
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(MemberStoreUnderTest.class))
                .build(),
            listener);
    assertThat(run[0]).as("tests of the suite that ran").isGreaterThan(40);
    return List.copyOf(failed);
  }
}
