package dev.trueup.testkit.events;

import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.testkit.simulation.Actors;
import dev.trueup.testkit.simulation.EnumCounts;
import dev.trueup.testkit.simulation.SimulatedCrash;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Stands before every verb of a store: there an actor may be stopped while others go on, may die,
 * may find the store down, may lose the answer to a write, or has the write repeated later by its
 * driver. Whoever is no actor passes.
 */
final class JournalGate {
  /** Verbs that are often stopped before: others may change what the last one said. */
  private static final Set<String> DELICATE = Set.of("line", "confirm", "withdraw", "claim");

  /** Writes that come seldom; their answers are lost more often. */
  private static final Set<String> SELDOM = Set.of("withdraw", "release");

  /** Writes whose answer can be lost, and which of them a driver may repeat. */
  private static final Map<String, Boolean> WRITES =
      Map.ofEntries(
          Map.entry("insert", true),
          Map.entry("confirm", true),
          Map.entry("withdraw", true),
          Map.entry("claim", true),
          Map.entry("release", true),
          Map.entry("raiseLine", true),
          Map.entry("dropSlots", true),
          Map.entry("mark", true),
          Map.entry("addRefusals", false),
          Map.entry("seal", false),
          Map.entry("accept", false),
          Map.entry("settle", false));

  private static final Set<String> FREE = Set.of("now", "newToken", "enable", "keepsRepairLog");

  private final Actors actors;
  private final RandomGenerator random;
  private final EnumCounts<JournalRareEvent> rare;
  private final JournalRarities rarities;
  private boolean calm;

  JournalGate(
      Actors actors,
      RandomGenerator random,
      EnumCounts<JournalRareEvent> rare,
      JournalRarities rarities) {
    this.actors = actors;
    this.random = random;
    this.rare = rare;
    this.rarities = rarities;
  }

  void becomeCalm() {
    calm = true;
  }

  /** The same store behind the gate. */
  <T> T before(Class<T> seam, T store) {
    return seam.cast(
        Proxy.newProxyInstance(
            seam.getClassLoader(),
            new Class<?>[] {seam},
            (proxy, method, arguments) -> pass(store, method, arguments)));
  }

  private @Nullable Object pass(Object store, Method method, @Nullable Object[] arguments)
      throws Throwable {
    String verb = method.getName();
    if (actors.running() == null || FREE.contains(verb)) {
      return call(store, method, arguments);
    }
    actors.requireAlive();
    if (!calm) {
      mayStop(DELICATE.contains(verb) ? 30 : 10);
      mayDie(5, false);
      if (random.nextInt(1_000) < 4) {
        rare.met(JournalRareEvent.STORE_DOWN);
        throw new UnavailableException("The store is down.");
      }
    }
    rarities.begins(verb, arguments);
    Object answer = call(store, method, arguments);
    rarities.saw(verb, arguments, answer);
    Boolean repeatable = WRITES.get(verb);
    if (calm || repeatable == null || random.nextInt(100) >= (SELDOM.contains(verb) ? 40 : 3)) {
      return answer;
    }
    if (!repeatable || random.nextBoolean()) {
      rarities.lost(verb);
      throw new AnswerLostException("The connection broke after the write.");
    }
    mayStop(50);
    rare.met(JournalRareEvent.WRITE_REPEATED_LATER);
    Object again = call(store, method, arguments);
    rarities.saw(verb, arguments, again);
    return again;
  }

  /** Between two steps of one verb. */
  void step() {
    if (actors.running() != null && !calm) {
      actors.requireAlive();
      mayStop(20);
      mayDie(12, true);
    }
  }

  private void mayStop(int percent) {
    if (random.nextInt(100) < percent) {
      actors.pause();
    }
  }

  private void mayDie(int perMille, boolean withinVerb) {
    if (random.nextInt(1_000) < perMille) {
      rarities.died(withinVerb);
      throw new SimulatedCrash(String.valueOf(actors.running()));
    }
  }

  private static @Nullable Object call(Object store, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
