package dev.trueup.testkit.simulation;

import dev.trueup.testkit.recipes.AsOfRecount;
import dev.trueup.testkit.recipes.AtomicIncrement;
import dev.trueup.testkit.recipes.BaseAndDelta;
import dev.trueup.testkit.recipes.ReadAddWriteBack;
import dev.trueup.testkit.recipes.Recipe;
import dev.trueup.testkit.recipes.RecountAndOverwrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

/**
 * The usual recipes in the same world: each is given every change that reaches the store, as often
 * as it does, and runs its job as often as Trueup reconciles. What each shows is compared with the
 * rows over time.
 */
final class Beside {
  /** What Trueup itself is called in the table. */
  static final String TRUEUP = "managed by Trueup";

  private static final Map<String, LongFunction<Recipe>> RECIPES = recipes();

  private final Settings settings;
  private final Agenda agenda;
  private final World world;
  private final RandomGenerator random;
  private final Map<String, List<Recipe>> kept = new LinkedHashMap<>();
  private final Map<String, Double> errors = new LinkedHashMap<>();
  private long samples;

  Beside(Settings settings, Agenda agenda, World world, RandomGenerator random) {
    this.settings = settings;
    this.agenda = agenda;
    this.world = world;
    this.random = random;
  }

  private static Map<String, LongFunction<Recipe>> recipes() {
    Map<String, LongFunction<Recipe>> recipes = new LinkedHashMap<>();
    recipes.put("read, add, write back", ReadAddWriteBack::new);
    recipes.put("atomic increment alone", AtomicIncrement::new);
    recipes.put("recount and overwrite", RecountAndOverwrite::new);
    recipes.put("one base, one delta", BaseAndDelta::new);
    recipes.put("as-of recount by stamps", AsOfRecount::new);
    return recipes;
  }

  /**
   * Starts from the rows as they are.
   *
   * @param managed what Trueup shows of a subject
   */
  void begin(long end, IntToLongFunction managed) {
    RECIPES.forEach(
        (name, make) -> {
          List<Recipe> each = new ArrayList<>();
          for (int subject = 0; subject < settings.subjects(); subject++) {
            each.add(make.apply(world.truth(subject)));
          }
          kept.put(name, each);
        });
    planJob(end);
    planSample(end, managed);
  }

  /** A change reached the store. */
  void arrived(Sent sent) {
    for (List<Recipe> each : kept.values()) {
      Runnable write =
          each.get(sent.effect.subject).increment(sent.change.amount(), sent.occurredAt);
      agenda.after((long) (random.nextDouble() * settings.lag() / 4), "a recipe writes", write);
    }
  }

  private void planJob(long end) {
    if (agenda.now() < end) {
      agenda.after(settings.every(), "the recipes recount", () -> job(end));
    }
  }

  private void job(long end) {
    for (List<Recipe> each : kept.values()) {
      for (int subject = 0; subject < each.size(); subject++) {
        Runnable write = each.get(subject).recount(new Rows(subject));
        agenda.after((long) (random.nextDouble() * settings.lag()), "a recipe overwrites", write);
      }
    }
    planJob(end);
  }

  private final class Rows implements Recipe.Source {
    private final int subject;

    Rows(int subject) {
      this.subject = subject;
    }

    @Override
    public long now() {
      return world.truth(subject);
    }

    @Override
    public long asOf(long time) {
      return world.count(subject, time, time);
    }

    @Override
    public long settledBoundary() {
      return settings.startOf(agenda.now() - settings.settle());
    }
  }

  private void planSample(long end, IntToLongFunction managed) {
    if (agenda.now() < end) {
      agenda.after(
          settings.settle() / 4,
          "somebody compares",
          () -> {
            sample(managed);
            planSample(end, managed);
          });
    }
  }

  private void sample(IntToLongFunction managed) {
    for (int subject = 0; subject < settings.subjects(); subject++) {
      long truth = world.truth(subject);
      samples++;
      for (Map.Entry<String, List<Recipe>> one : kept.entrySet()) {
        add(one.getKey(), one.getValue().get(subject).shown() - truth);
      }
      add(TRUEUP, managed.applyAsLong(subject) - truth);
    }
  }

  private void add(String name, long error) {
    errors.merge(name, (double) Math.abs(error), Double::sum);
  }

  /** The mean of |shown - true| over subjects and samples, by recipe. */
  Map<String, Double> meanErrors() {
    Map<String, Double> means = new LinkedHashMap<>();
    errors.forEach((name, sum) -> means.put(name, sum / Math.max(1, samples)));
    return means;
  }
}
