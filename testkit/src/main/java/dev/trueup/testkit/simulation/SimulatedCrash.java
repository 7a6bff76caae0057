package dev.trueup.testkit.simulation;

/** A process died here. */
public final class SimulatedCrash extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SimulatedCrash(String who) {
    super(who + " died here", null, false, false);
  }
}
