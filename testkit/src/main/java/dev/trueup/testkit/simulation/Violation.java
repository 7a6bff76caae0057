package dev.trueup.testkit.simulation;

/** An invariant that did not hold. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String invariant;

  Violation(String invariant, String what) {
    super(invariant + ": " + what);
    this.invariant = invariant;
  }

  /** The invariant's short name, {@code I4}. */
  public String invariant() {
    return invariant;
  }
}
