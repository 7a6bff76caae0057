package dev.trueup.testkit.members;

import dev.trueup.members.MemberStore;
import dev.trueup.testkit.report.SuiteResults;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the parts of the suite ask of the class that puts them together. */
@ExtendWith(SuiteResults.class)
public interface MemberSuite {
  /** This test's store and relations. */
  MemberKit kit();

  /** One more store on the same state, as another process would have; closed after the test. */
  MemberStore anotherStore();
}
