package dev.trueup.cli.inspect;

/** How well a guess agrees, in words. */
final class Agreement {
  private Agreement() {}

  static String of(Fit fit) {
    String sign = fit.net().signum() > 0 ? "+" : "";
    return "agrees on "
        + fit.proved()
        + " of "
        + fit.told()
        + (fit.told() == 1 ? " subject" : " subjects")
        + (fit.wrong() == 0 ? "" : ", net drift " + sign + fit.net().toPlainString());
  }
}
