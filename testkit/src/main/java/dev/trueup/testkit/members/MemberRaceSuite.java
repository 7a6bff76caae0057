package dev.trueup.testkit.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.members.MemberChange;
import dev.trueup.members.Members;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many threads and two stores at once; the counts prove whether they exclude each other. */
public interface MemberRaceSuite extends MemberSuite {
  int THREADS = 6;

  /** What one thread does. */
  @FunctionalInterface
  interface Work {
    long run(int thread, Members members) throws Exception;
  }

  private List<Long> atOnce(Work work) throws Exception {
    List<Members> stores = List.of(kit().members(), kit().on(anotherStore()));
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Long>> calls = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        calls.add(
            () -> {
              start.await(60, TimeUnit.SECONDS);
              return work.run(thread, stores.get(thread % 2));
            });
      }
      List<Long> results = new ArrayList<>();
      for (Future<Long> future : threads.invokeAll(calls, 120, TimeUnit.SECONDS)) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private static long applied(List<Outcome> outcomes) {
    return outcomes.stream().filter(outcome -> outcome.kind() == Outcome.Kind.APPLIED).count();
  }

  private static long sum(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).sum();
  }

  @Test
  default void threadsThatAddTheSameMembersCountEachOnce() throws Exception {
    int users = 30;
    List<Long> applied =
        atOnce(
            (thread, members) -> {
              long count = 0;
              for (int i = 0; i < users; i++) {
                // Each thread begins elsewhere, so that their orders differ.
                String user = "u" + (i + thread * 5) % users;
                count +=
                    applied(List.of(members.add(kit().likes(), "p", user, kit().at(1 + thread))));
              }
              return count;
            });
    assertThat(sum(applied)).isEqualTo(users);
    assertThat(kit().likesOf("p")).isEqualTo(users);
  }

  @Test
  default void threadsThatFollowInOppositeDirectionsLeaveBothSidesRight() throws Exception {
    atOnce(
        (thread, members) -> {
          for (int round = 0; round < 12; round++) {
            List<MemberChange> batch = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
              int one = (thread + round + i) % 5;
              int other = (thread * 3 + i * 2 + round) % 5;
              batch.add(
                  (round + thread) % 3 == 0
                      ? MemberChange.remove(
                          kit().followers(), "x" + one, "x" + other, kit().at(round))
                      : MemberChange.add(
                          kit().following(), "x" + one, "x" + other, kit().at(round)));
            }
            assertThat(members.apply(batch, true))
                .noneMatch(outcome -> outcome.kind() == Outcome.Kind.UNKNOWN);
          }
          return 0;
        });
    for (int user = 0; user < 5; user++) {
      assertThat(kit().followersOf("x" + user))
          .isEqualTo(kit().list(kit().followers(), "x" + user, null).size());
      assertThat(kit().followingOf("x" + user))
          .isEqualTo(kit().list(kit().following(), "x" + user, null).size());
    }
    kit().assertAuditsAreClean();
  }

  @Test
  default void noOperationFallsBetweenInsertAndSeal() throws Exception {
    LocalDate day = LocalDate.of(2025, 7, 1);
    Instant at = day.atTime(9, 0).atZone(MemberKit.ZONE).toInstant();
    List<Long> applied =
        atOnce(
            (thread, members) -> {
              long count = 0;
              for (int i = 0; i < 20; i++) {
                if (thread == 0 && i == 10) {
                  members
                      .upkeep()
                      .withStepRows(5)
                      .seal(kit().viewers(), day.plusDays(1), MemberKit.STEPS_MAX);
                }
                count +=
                    applied(
                        List.of(
                            members.add(kit().viewers(), "p" + i % 3, "v" + thread + "-" + i, at)));
              }
              return count;
            });
    kit().upkeep().seal(kit().viewers(), day.plusDays(1), MemberKit.STEPS_MAX);
    long counted = 0;
    for (int page = 0; page < 3; page++) {
      counted += kit().viewersOf("p" + page, day);
    }
    assertThat(counted).isEqualTo(sum(applied));
    kit().assertAuditsAreClean();
  }

  @Test
  default void nobodyStaysBehindAMergeOrADeletionThatHappensMeanwhile() throws Exception {
    AtomicLong unknown = new AtomicLong();
    atOnce(
        (thread, members) -> {
          if (thread == 0) {
            members.upkeep().withStepRows(3).mergeMembers(kit().likes(), "u2", "u1", 1_000);
            members.upkeep().withStepRows(3).mergeSubjects(kit().likes(), "s0", "s1", 1_000);
          } else if (thread == 1) {
            members
                .upkeep()
                .withStepRows(3)
                .removeMember(kit().likes(), "u3", kit().at(900), 1_000);
          } else {
            for (int i = 0; i < 25; i++) {
              Outcome outcome =
                  members.add(
                      kit().likes(), "s" + i % 7, "u" + (1 + (i + thread) % 3), kit().at(i));
              if (outcome.kind() == Outcome.Kind.UNKNOWN) {
                unknown.incrementAndGet();
              }
            }
          }
          return 0;
        });
    assertThat(unknown).hasValue(0);
    for (int subject = 0; subject < 7; subject++) {
      List<String> left = kit().list(kit().likes(), "s" + subject, null);
      assertThat(left).as("s%d", subject).doesNotContain("u2", "u3");
      assertThat(kit().likesOf("s" + subject)).isEqualTo(left.size());
    }
    assertThat(kit().likesOf("s0")).isZero();
    kit().assertAuditsAreClean();
  }
}
