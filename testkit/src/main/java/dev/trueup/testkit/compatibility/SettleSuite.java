package dev.trueup.testkit.compatibility;

import static dev.trueup.store.Settlement.Result.HELD;
import static dev.trueup.store.Settlement.Result.INSTALLED;
import static dev.trueup.store.Settlement.Result.RACE_LOST;
import static dev.trueup.store.Settlement.Result.TOO_EARLY;
import static dev.trueup.testkit.compatibility.StoreKit.POST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.compatibility.StoreKit.Seen;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** {@link CounterStore#settle}: its conditions, what it drops, what it puts on record. */
public interface SettleSuite extends StoreSuite {
  @Test
  default void aFirstBaseIsInstalledAndReadable() {
    kit().apply(kit().change("in", 5, 1, 1), kit().change("out", 3, 1, 6));
    Instant before = kit().store().now();

    kit().install(POST, 42, kit().watermark(2, 5));

    Head.Base base = Objects.requireNonNull(kit().head(POST).base());
    assertThat(base.value()).isEqualTo(42);
    assertThat(base.watermark()).isEqualTo(kit().watermark(2, 5));
    assertThat(base.installedAt())
        .isBetween(before.minus(Duration.ofSeconds(5)), kit().store().now().plusSeconds(5));
    assertThat(kit().fast(POST)).isEqualTo(45);
    assertThat(kit().everySubject(5)).containsExactly(POST);
  }

  @Test
  default void basesAreExactToTheEdgesOfLong() {
    long value = 0;
    for (long truth : List.of(Long.MAX_VALUE, Long.MIN_VALUE, -1L, (1L << 53) + 1, 0L)) {
      kit().install(new Subject("s" + value++), truth, kit().watermark(1, 1));
      assertThat(kit().fast(new Subject("s" + (value - 1)))).isEqualTo(truth);
    }
  }

  @Test
  default void aFirstBaseFromBeforeTheStoreAcceptedChangesIsTooEarly() {
    kit().apply(kit().change("a", 5, -9, -9));
    String before = kit().everythingOf(POST);
    Settlement early =
        kit().settlement(POST, kit().see(POST), 42, kit().watermark(-1, 5), Set.of("a"));

    assertThat(kit().settle(early)).isEqualTo(TOO_EARLY);

    assertThat(kit().everythingOf(POST)).isEqualTo(before);
    assertThat(kit().accept(kit().change("a", 5, -9, -9))).isEqualTo(Outcome.duplicate());
    kit().install(POST, 42, kit().watermark(0, 5));
  }

  @Test
  default void i6ASettleThatLostTheRaceWritesNothing() {
    kit().install(POST, 10, kit().watermark(1, 1));
    Seen stale = kit().see(POST);
    kit().install(POST, 20, kit().watermark(2, 2));
    kit().apply(kit().change("a", 1, 3, 3));
    kit().store().mark(kit().counter(), List.of(POST));
    String before = kit().everythingOf(POST);

    Settlement lost = kit().settlement(POST, stale, 99, kit().watermark(9, 9), Set.of("a"));
    assertThat(kit().settle(lost)).isEqualTo(RACE_LOST);

    assertThat(kit().everythingOf(POST)).isEqualTo(before);
    assertThat(kit().head(POST).marked()).isTrue();
  }

  @Test
  default void i6ASettleThatSawNoHeadLosesToOne() {
    kit().install(POST, 10, kit().watermark(1, 1));
    String before = kit().everythingOf(POST);

    assertThat(
            kit()
                .settle(
                    kit().settlement(POST, new Seen(null, 0), 99, kit().watermark(9, 9), Set.of())))
        .isEqualTo(RACE_LOST);

    assertThat(kit().everythingOf(POST)).isEqualTo(before);
  }

  @Test
  default void i6ASettleThatSawAHeadLosesWhereThereIsNone() {
    Subject unknown = new Subject("post-2");

    assertThat(
            kit()
                .settle(
                    kit()
                        .settlement(
                            unknown, new Seen(77L, 0), 99, kit().watermark(9, 9), Set.of())))
        .isEqualTo(RACE_LOST);

    assertThat(kit().headOrNull(unknown)).isNull();
  }

  @Test
  default void i6NeitherPartOfAWatermarkIsEverLowered() {
    kit().install(POST, 10, kit().watermark(4, 6));
    String before = kit().everythingOf(POST);

    for (Watermark lower :
        List.of(kit().watermark(3, 6), kit().watermark(4, 5), kit().watermark(3, 9))) {
      assertThat(kit().settle(kit().settlement(POST, kit().see(POST), 99, lower, Set.of())))
          .isEqualTo(RACE_LOST);
      assertThat(kit().everythingOf(POST)).isEqualTo(before);
    }

    kit().install(POST, 11, kit().watermark(4, 6));
    kit().install(POST, 12, kit().watermark(4, 7));
    kit().install(POST, 13, kit().watermark(5, 7));
  }

  @Test
  default void everyInstallMovesTheVersionAndLeavesTheMarkNumber() {
    kit().install(POST, 10, kit().watermark(1, 1));
    Set<Long> versions = new HashSet<>();
    long mark = kit().head(POST).mark();
    for (int i = 2; i < 12; i++) {
      versions.add(kit().head(POST).version());
      kit().install(POST, 10, kit().watermark(i, i));
    }

    assertThat(versions).hasSize(10);
    assertThat(kit().head(POST).mark()).isEqualTo(mark);
  }

  @Test
  default void newHeadsStartAtRandomVersions() {
    Set<Long> versions = new HashSet<>();
    for (int i = 0; i < 16; i++) {
      Subject subject = new Subject("s" + i);
      kit().install(subject, 1, kit().watermark(1, 1));
      versions.add(kit().head(subject).version());
    }

    assertThat(versions).hasSizeGreaterThan(12);
  }

  @Test
  default void i2WhatIsInsideIsDroppedWithItsIdsAndNothingElse() {
    kit()
        .apply(
            kit().change("inside", 1, 1, 1),
            kit().change("inside too", 2, 2, 4),
            kit().change("fact outside", 4, 3, 1),
            kit().change("event outside", 8, 1, 5),
            kit().change("outside", 16, 9, 9));

    kit().install(POST, 100, kit().watermark(3, 5));

    assertThat(kit().recordedIds(POST)).containsExactly("event outside", "fact outside", "outside");
    assertThat(kit().stored(POST).cells())
        .isEqualTo(
            Map.of(
                new Cell(kit().window(3), kit().window(1)), 4L,
                new Cell(kit().window(1), kit().window(5)), 8L,
                new Cell(kit().window(9), kit().window(9)), 16L));
    assertThat(kit().fast(POST)).isEqualTo(128);
    assertThat(kit().accept(kit().change("inside", 1, 1, 1))).isEqualTo(Outcome.covered());
    assertThat(kit().accept(kit().change("outside", 16, 9, 9))).isEqualTo(Outcome.duplicate());
  }

  @Test
  default void i7AReadingStandsWhileChangesAndSettlesGoOn() {
    kit().install(POST, 100, kit().watermark(1, 1));
    for (int i = 1; i < 20; i++) {
      kit().apply(kit().change("a" + i, 1, i, i));
      assertThat(kit().fast(POST)).isEqualTo(100 + i);
      kit().install(POST, 100 + i, kit().watermark(i + 1, i + 1));
      assertThat(kit().fast(POST)).isEqualTo(100 + i);
      assertThat(kit().stored(POST).cells()).isEmpty();
    }
  }

  @Test
  default void oneCallSettlesManyEachOnItsOwnConditionInOrder() {
    Subject held = new Subject("held");
    Subject early = new Subject("early");
    Subject raced = new Subject("raced");
    kit().install(held, 1, kit().watermark(1, 1));
    kit().store().hold(kit().counter(), held, 5);
    Seen stale = kit().see(raced);
    kit().install(raced, 1, kit().watermark(1, 1));
    Seen seen = kit().see(POST);

    List<Settlement.Result> results =
        kit()
            .store()
            .settle(
                kit().counter(),
                List.of(
                    kit().settlement(raced, stale, 9, kit().watermark(3, 3), Set.of()),
                    kit().settlement(POST, seen, 7, kit().watermark(3, 3), Set.of()),
                    kit().settlement(held, kit().see(held), 9, kit().watermark(3, 3), Set.of()),
                    kit().settlement(POST, seen, 8, kit().watermark(3, 3), Set.of()),
                    kit().settlement(early, kit().see(early), 9, kit().watermark(-3, 3), Set.of()),
                    kit()
                        .settlement(
                            new Subject("b"),
                            new Seen(null, 0),
                            2,
                            kit().watermark(1, 1),
                            Set.of())));

    assertThat(results)
        .containsExactly(RACE_LOST, INSTALLED, HELD, RACE_LOST, TOO_EARLY, INSTALLED);
    assertThat(kit().fast(POST)).isEqualTo(7);
    assertThat(kit().fast(raced)).isEqualTo(1);
    assertThat(kit().fast(held)).isEqualTo(6);
    assertThat(kit().fast(new Subject("b"))).isEqualTo(2);
  }

  @Test
  default void theLargestBatchIsSettledWhole() {
    List<Settlement> settlements = new ArrayList<>();
    for (int i = 0; i < CounterStore.BATCH_MAX; i++) {
      settlements.add(
          kit()
              .settlement(
                  new Subject("s" + i), new Seen(null, 0), i, kit().watermark(1, 1), Set.of()));
    }

    assertThat(kit().store().settle(kit().counter(), settlements)).containsOnly(INSTALLED);

    assertThat(kit().everySubject(300)).hasSize(CounterStore.BATCH_MAX);
    assertThat(kit().fast(new Subject("s999"))).isEqualTo(999);
  }

  @Test
  default void i9AnEntryGoesOnRecordWithItsBaseAndOnlyWithIt() {
    Assumptions.assumeTrue(
        kit().store().keepsRepairLog(), "the record is kept elsewhere: not observable here");
    kit().install(POST, 10, kit().watermark(1, 1));
    Seen seen = kit().see(POST);
    Repair repair = kit().repairLog().open(kit().store().now());
    RepairEntry entry = entry(repair, POST);

    assertThat(
            kit().settle(kit().settlement(POST, seen, 7, kit().watermark(-9, 1), Set.of(), entry)))
        .isEqualTo(RACE_LOST);
    assertThat(kit().repairLog().newest(kit().counter().name(), POST)).isEmpty();
    assertThat(kit().repairLog().entries(repair.id(), null, null, 10)).isEmpty();

    assertThat(
            kit().settle(kit().settlement(POST, seen, 7, kit().watermark(2, 2), Set.of(), entry)))
        .isEqualTo(INSTALLED);

    RepairEntry recorded = kit().repairLog().newest(kit().counter().name(), POST).orElseThrow();
    assertThat(recorded.repairId()).isEqualTo(repair.id());
    assertThat(recorded.verdict()).isEqualTo(Verdict.DRIFT);
    assertThat(recorded.state()).isEqualTo(RepairEntry.State.APPLIED);
    assertThat(recorded.layout()).isEqualTo(RepairEntry.Layout.MANAGED);
    assertThat(recorded.before()).isEqualByComparingTo("10");
    assertThat(recorded.truth()).isEqualByComparingTo("7");
    assertThat(recorded.correction()).isEqualByComparingTo("-3");
    assertThat(recorded.watermark()).isEqualTo(kit().watermark(2, 2));
    assertThat(recorded.evidence()).isEqualTo("phantom \u00e4'\"");
    assertThat(kit().repairLog().entries(repair.id(), null, null, 10)).hasSize(1);
  }

  private RepairEntry entry(Repair repair, Subject subject) {
    return new RepairEntry(
        repair.id(),
        kit().counter().name(),
        subject,
        RepairEntry.Layout.MANAGED,
        Verdict.DRIFT,
        BigDecimal.valueOf(10),
        BigDecimal.valueOf(7),
        BigDecimal.valueOf(-3),
        kit().watermark(2, 2),
        "phantom \u00e4'\"",
        RepairEntry.State.APPLIED,
        kit().window(0));
  }
}
