package dev.trueup.reconcile;

/**
 * What the counter claimed minus what the source says, for the same watermark. Positive: counted
 * too much.
 *
 * @param amount the difference as judged
 * @param least the smallest it can be, whatever the recount saw of the changes in doubt
 * @param most the largest it can be
 */
public record Drift(long amount, long least, long most) {
  public static final Drift NONE = new Drift(0, 0, 0);

  public Drift {
    if (least > amount || amount > most) {
      throw new IllegalArgumentException("a drift lies within its interval");
    }
  }

  /** Whether nothing is in doubt. */
  public boolean isExact() {
    return least == most;
  }

  /** Whether there is drift whatever was in doubt. */
  public boolean isProved() {
    return least > 0 || most < 0;
  }

  /** Whether counter and source agree, with nothing in doubt. */
  public boolean isNone() {
    return least == 0 && most == 0;
  }
}
