package dev.trueup.testkit.compatibility;

import dev.trueup.store.CounterStore;
import java.util.Optional;

/** What the parts of a suite ask of the class that puts them together. */
public interface StoreSuite {
  /** This test's store and counter. */
  StoreKit kit();

  /** One more store on the same state, as another process would have; closed after the test. */
  CounterStore anotherStore();

  /** A store on the same state whose writes happen but whose answers are lost, where observable. */
  Optional<CounterStore> storeLosingAnswers();
}
