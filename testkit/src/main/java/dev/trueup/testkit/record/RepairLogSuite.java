package dev.trueup.testkit.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.error.BadRequestException;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Repairs are on record: before, truth, correction, watermark, evidence, when (I9). */
public interface RepairLogSuite extends RecordSuite {
  /** When tests happen. */
  Instant NOW = Instant.parse("2030-01-01T12:00:00.123456Z");

  /** An entry of a text that has to come back as it is. */
  static RepairEntry entry(
      String repair,
      String counter,
      String subject,
      @Nullable BigDecimal before,
      @Nullable Watermark watermark) {
    return new RepairEntry(
        repair,
        counter,
        new Subject(subject),
        watermark == null ? RepairEntry.Layout.ADOPTED : RepairEntry.Layout.MANAGED,
        Verdict.DRIFT,
        before,
        new BigDecimal("-0.00"),
        BigDecimal.ONE,
        watermark,
        "sampled 3 times; it's so",
        RepairEntry.State.INTENDED,
        NOW);
  }

  @Test
  default void idsAreNumberedByTheDay() {
    RepairLog log = anotherLog();
    assertThat(log.open(NOW).id()).isEqualTo("r-20300101-0001");
    assertThat(anotherLog().open(NOW).id()).isEqualTo("r-20300101-0002");
    assertThat(log.open(NOW.plus(Duration.ofDays(1))).id()).isEqualTo("r-20300102-0001");
    assertThat(log.open(NOW).id()).isEqualTo("r-20300101-0003");
  }

  @Test
  default void i9WhatGoesOnRecordComesBackExactlyAndInOrder() {
    RepairLog log = anotherLog();
    String repair = log.open(NOW).id();
    RepairEntry adopted = entry(repair, "b", "ßIi ", new BigDecimal("880.348400"), null);
    RepairEntry managed =
        entry(repair, "a", "[\"7\",\"42\"]", null, new Watermark(NOW, Instant.EPOCH));
    RepairEntry large = entry(repair, "b", "zz", new BigDecimal("-1" + "0".repeat(60)), null);
    log.record(List.of(large, adopted, managed));

    RepairLog other = anotherLog();
    assertThat(other.entries(repair, null, null, 10)).containsExactly(managed, large, adopted);
    assertThat(other.entries(repair, null, null, 2)).containsExactly(managed, large);
    assertThat(other.entries(repair, "a", managed.subject(), 10)).containsExactly(large, adopted);
    assertThat(other.entries(repair, "b", large.subject(), 10)).containsExactly(adopted);
    assertThat(other.entries("r-20300101-9999", null, null, 10)).isEmpty();
  }

  @Test
  default void i9AnEntryMovesOnAndIsThereOnce() {
    RepairLog log = anotherLog();
    String repair = log.open(NOW).id();
    RepairEntry intended = entry(repair, "b", "ßIi ", BigDecimal.TEN, null);
    log.record(List.of(intended));
    RepairEntry applied = intended.become(RepairEntry.State.APPLIED, NOW.plusSeconds(1));
    log.record(List.of(applied));

    assertThat(log.entries(repair, null, null, 10)).containsExactly(applied);
    assertThat(log.newest("b", intended.subject())).contains(applied);
    assertThat(log.newest("b", new Subject("ßii "))).isEmpty();
    assertThat(log.known("b", List.of(intended.subject(), new Subject("ßii "))))
        .containsExactly(intended.subject());
    assertThat(log.known("c", List.of(intended.subject()))).isEmpty();
  }

  @Test
  default void theNewestEntryOfASubjectIsThatOfTheLastRepair() {
    RepairLog log = anotherLog();
    RepairEntry first = entry(log.open(NOW).id(), "b", "1", BigDecimal.ONE, null);
    RepairEntry second = entry(log.open(NOW).id(), "b", "1", BigDecimal.TEN, null);
    log.record(List.of(first));
    log.record(List.of(second));
    assertThat(anotherLog().newest("b", first.subject())).contains(second);
  }

  @Test
  default void aRepairEndsWithItsStateAndItsTime() {
    RepairLog log = anotherLog();
    Repair first = log.open(NOW);
    Repair second = log.open(NOW.plusSeconds(1));
    assertThat(log.inState(Repair.State.OPEN, 10)).containsExactly(first, second);
    assertThat(log.inState(Repair.State.OPEN, 1)).containsExactly(first);

    log.close(first.id(), Repair.State.CLOSED, NOW.plusSeconds(2));

    assertThat(anotherLog().find(first.id()))
        .contains(new Repair(first.id(), Repair.State.CLOSED, NOW, NOW.plusSeconds(2)));
    assertThat(log.inState(Repair.State.OPEN, 10)).containsExactly(second);
    assertThat(log.find("r-20300101-9999")).isEmpty();
    assertThatThrownBy(() -> log.close("r-20300101-9999", Repair.State.CLOSED, NOW))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("r-20300101-9999");
  }

  @Test
  default void aRepairWhoseOwnerIsGoneIsInterruptedAndOneAtWorkIsLeftAlone() {
    RepairLog living = anotherLog();
    RepairLog dying = anotherLog();
    Repair atWork = living.open(NOW);
    Repair abandoned = dying.open(NOW);
    RepairEntry intended = entry(abandoned.id(), "c", "1", BigDecimal.TEN, null);
    RepairEntry applied =
        entry(abandoned.id(), "c", "2", BigDecimal.TEN, null)
            .become(RepairEntry.State.APPLIED, NOW);
    dying.record(List.of(intended, applied));
    RepairLog other = anotherLog();
    assertThat(other.interruptAbandoned(NOW)).isEmpty();

    end(dying);
    Instant later = NOW.plusSeconds(9);
    assertThat(other.interruptAbandoned(later))
        .containsExactly(
            new Repair(abandoned.id(), Repair.State.INTERRUPTED, abandoned.openedAt(), later));

    assertThat(other.interruptAbandoned(later)).isEmpty();
    assertThat(other.entries(abandoned.id(), null, null, 10))
        .containsExactly(intended.become(RepairEntry.State.UNKNOWN, later), applied);
    assertThat(other.inState(Repair.State.OPEN, 10)).containsExactly(atWork);
  }
}
