package dev.trueup.adopted;

/** A counter together with the place where its rows and its number are. */
public record PlacedCounter(AdoptedCounter counter, AdoptedPlace place) {
  public String name() {
    return counter.name();
  }
}
