package dev.trueup.testkit.compatibility;

import dev.trueup.store.CounterStore;
import dev.trueup.testkit.report.SuiteResults;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the parts of a suite ask of the class that puts them together. */
@ExtendWith(SuiteResults.class)
public interface StoreSuite {
  /** This test's store and counter. */
  StoreKit kit();

  /** One more store on the same state, as another process would have; closed after the test. */
  CounterStore anotherStore();

  /** A store on the same state whose writes happen but whose answers are lost, where observable. */
  Optional<CounterStore> storeLosingAnswers();
}
