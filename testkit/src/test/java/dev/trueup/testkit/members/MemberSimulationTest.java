package dev.trueup.testkit.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Seeded runs. {@code -Dtrueup.members.seed=42} repeats one, {@code -Dtrueup.members.seeds=N} says
 * how many to run; with {@code TRUEUP_FULL_PROOFS=true} there are 10000.
 */
class MemberSimulationTest {
  private static final int SEEDS =
      Integer.getInteger(
          "trueup.members.seeds",
          Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 10_000 : 400);

  @Test
  void noInterleavingBreaksACountAndNoneThatIsRareIsMissing() {
    Long one = Long.getLong("trueup.members.seed");
    Map<MemberRareEvent, Long> total = new ConcurrentHashMap<>();
    long first = one == null ? 1 : one;
    long last = one == null ? SEEDS : one;
    LongStream.rangeClosed(first, last)
        .parallel()
        .forEach(
            seed ->
                new MemberSimulation(seed, ModelMemberStore::new)
                    .run()
                    .forEach((event, count) -> total.merge(event, (long) count, Long::sum)));
    System.out.println(
        "Members: seeds " + first + " to " + last + ", events each " + MemberSimulation.EVENTS);
    new TreeMap<>(total).forEach((event, count) -> System.out.println("  " + event + " " + count));
    if (one == null) {
      assertThat(total.keySet()).containsExactlyInAnyOrder(MemberRareEvent.values());
    }
  }

  @Test
  void aRunIsRepeatedByItsSeed() {
    assertThat(new MemberSimulation(7, ModelMemberStore::new).run())
        .isEqualTo(new MemberSimulation(7, ModelMemberStore::new).run());
  }

  @Test
  void storesThatAreBrokenOnPurposeAreFoundOutByTheSimulationToo() {
    Map<String, FaultyMemberStores.Backend> faults = FaultyMemberStores.all();
    List<String> named =
        List.of(
            "keeps no removals",
            "keeps the first time",
            "counts one side only",
            "finds no endings",
            "forgets the removal when a key is merged",
            "merges who is in only",
            "makes no missing counts known");
    List<String> missed = new ArrayList<>();
    for (String fault : named) {
      FaultyMemberStores.Backend backend = faults.get(fault);
      assertThat(backend).as(fault).isNotNull();
      if (backend != null && !isFound(backend)) {
        missed.add(fault);
      }
    }
    assertThat(missed).isEmpty();
  }

  private static boolean isFound(FaultyMemberStores.Backend backend) {
    for (long seed = 1; seed <= 200; seed++) {
      try {
        new MemberSimulation(seed, backend::open).run();
      } catch (IllegalStateException found) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aFailureNamesItsSeed() {
    FaultyMemberStores.Backend backend = FaultyMemberStores.all().get("counts one side only");
    assertThat(backend).isNotNull();
    if (backend != null) {
      assertThatThrownBy(() -> new MemberSimulation(3, backend::open).run())
          .hasMessageContaining("Seed 3, event ");
    }
  }
}
