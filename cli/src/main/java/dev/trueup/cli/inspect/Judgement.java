package dev.trueup.cli.inspect;

import dev.trueup.cli.inspect.Finding.Decision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides between the guesses, or refuses to. */
final class Judgement {
  private static final int AGREEMENT_MIN = 80;
  private static final int GUESS_MIN = 60;
  private static final int TOLD_MIN = 3;
  private static final int COST_UNSURE = 3;
  private static final int COST_FAR_FETCHED = 6;
  private static final int RIVALS_TOLD = 5;
  private static final int NEAR_HUNDREDTHS = 2;

  private Judgement() {}

  static Finding of(
      TargetSample target,
      Column column,
      List<Fit> all,
      List<@Nullable BigDecimal> counters,
      int scale) {
    boolean silent =
        counters.stream().allMatch(counter -> counter == null || counter.signum() == 0);
    List<Fit> fits = all.stream().filter(fit -> fit.proved() > 0).sorted(order()).toList();
    if (silent || fits.isEmpty() || !fits.get(0).agreesOnAtLeast(GUESS_MIN)) {
      String why =
          silent
              ? "it is zero or NULL everywhere, so the data cannot tell"
              : all.isEmpty()
                  ? "no rows seem to belong to it"
                  : "nothing that was tried agrees with it often enough";
      return new Finding(target, column, Decision.NOT_FOUND, List.of(), why);
    }
    Fit best = fits.get(0);
    boolean thin = best.told() < TOLD_MIN;
    if (thin && best.hypothesis().cost() > COST_FAR_FETCHED) {
      return new Finding(
          target, column, Decision.NOT_FOUND, List.of(), tells(best) + ", and no guess is near");
    }
    if (!best.agreesOnAtLeast(AGREEMENT_MIN)) {
      return new Finding(
          target,
          column,
          Decision.UNPROVED,
          List.of(best),
          "the best guess agrees on too few subjects to be sure");
    }
    Fit living = withoutDead(best, counters, scale);
    if (living != null) {
      return new Finding(
          target,
          column,
          Decision.TIED,
          List.of(best, living),
          "the first fits better, but it counts rows that are marked as gone; it may fit only"
              + " because removals were never counted down");
    }
    List<Fit> rivals = rivals(best, fits);
    if (!rivals.isEmpty()) {
      List<Fit> told = new ArrayList<>(List.of(best));
      told.addAll(rivals);
      return new Finding(
          target, column, Decision.TIED, told, "these fit about as well as each other");
    }
    if (thin && (best.hypothesis().cost() > COST_UNSURE || best.wrong() > 0)) {
      return new Finding(target, column, Decision.UNPROVED, List.of(best), tells(best));
    }
    return new Finding(target, column, Decision.CHOSEN, List.of(best), null);
  }

  private static String tells(Fit best) {
    return "only " + best.told() + (best.told() == 1 ? " subject can tell" : " subjects can tell");
  }

  static Comparator<Fit> order() {
    return Comparator.comparingLong(Fit::price)
        .thenComparing(fit -> fit.hypothesis().cost())
        .thenComparing(fit -> fit.hypothesis().sample().link().name())
        .thenComparing(fit -> fit.hypothesis().filter().toString());
  }

  /** Guesses that say something else of some subject, and are about as good. */
  private static List<Fit> rivals(Fit best, List<Fit> fits) {
    long margin =
        Math.max(Hypothesis.WRONG, (long) best.told() * NEAR_HUNDREDTHS * Hypothesis.WRONG / 100);
    List<Fit> rivals = new ArrayList<>();
    for (Fit fit : fits) {
      boolean dominated =
          fit.hypothesis().cost() >= best.hypothesis().cost() && fit.wrong() >= best.wrong();
      boolean known =
          fit.saysTheSameAs(best) || rivals.stream().anyMatch(rival -> rival.saysTheSameAs(fit));
      if (!dominated && !known && fit.price() <= best.price() + margin) {
        rivals.add(fit);
      }
      if (rivals.size() == RIVALS_TOLD) {
        break;
      }
    }
    return rivals;
  }

  /** The same guess without the rows that are marked as gone, if that makes a difference. */
  private static @Nullable Fit withoutDead(
      Fit best, List<@Nullable BigDecimal> counters, int scale) {
    Hypothesis living = best.hypothesis();
    List<Trait> traits = living.sample().traits();
    for (int place = 0; place < traits.size(); place++) {
      long dead = traits.get(place).dead();
      long all = (1L << traits.get(place).size()) - 1;
      Map<Integer, Long> filter = living.filter();
      if (dead != 0 && dead != all && !filter.containsKey(place) && living.weighted() != place) {
        living = living.with(place, all & ~dead, 1);
      }
    }
    if (living.cost() == best.hypothesis().cost()) {
      return null;
    }
    Fit fit = Fit.of(living, counters, scale);
    return fit.saysTheSameAs(best) ? null : fit;
  }
}
