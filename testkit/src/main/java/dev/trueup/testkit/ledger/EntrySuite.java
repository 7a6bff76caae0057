package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.OTHER;
import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static dev.trueup.testkit.ledger.LedgerKit.rejected;
import static dev.trueup.testkit.ledger.LedgerKit.repeats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.LedgerStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Entries under a balance: each id once, each answer the first one, the balance their sum. */
public interface EntrySuite extends LedgerSuite {
  @Test
  default void l3TheBalanceIsTheSumOfTheEntriesAndEachSaysTheBalanceAfterIt() {
    Entry first = applied(kit().append("a", 10));
    Entry second = applied(kit().append("b", -4));

    assertThat(first.sequence()).isEqualTo(1);
    assertThat(first.after()).isEqualTo(new Balance(10, 0, 1));
    assertThat(second.after()).isEqualTo(new Balance(6, 0, 2));
    assertThat(second.kind()).isEqualTo(Entry.Kind.APPEND);
    assertThat(second.amount()).isEqualTo(-4);
    assertThat(kit().balance(SHELF)).isEqualTo(second.after());
    assertThat(kit().entries(SHELF)).containsExactly(first, second);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void anEntryIsDatedByTheStoresClock() {
    var before = kit().store().now();
    Entry entry = applied(kit().append("a", 1));

    assertThat(entry.at()).isBetween(before.minusMillis(1), kit().store().now());
  }

  @Test
  default void l2AKnownIdRepeatsItsFirstAnswerWhateverHappenedSince() {
    Entry first = applied(kit().append("a", 10));
    applied(kit().append("b", 5));
    applied(kit().append("c", -15));

    repeats(kit().append("a", 10), first);
    repeats(kit().append("a", 10), first);
    kit().holds(0, 0);
    assertThat(kit().entries(SHELF)).hasSize(3);
  }

  @Test
  default void l2ARepeatedTakingIsAnsweredThoughNothingIsLeft() {
    applied(kit().append("in", 3));
    Entry taken = applied(kit().append("out", -3));

    repeats(kit().append("out", -3), taken);
    rejected(kit().append("more", -3), Rejection.FLOOR);
  }

  @Test
  default void l2AKnownIdWithAnotherAmountIsRefused() {
    applied(kit().append("a", 10));
    String before = kit().everythingOf(SHELF);

    rejected(kit().append("a", 11), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().append("a", -10), Rejection.OTHER_OPERATION_SAME_ID);
    assertThat(kit().everythingOf(SHELF)).isEqualTo(before);
  }

  @Test
  default void l2AnIdIsOneSubjectsOwn() {
    Entry first = applied(kit().append("a", 10));
    Entry second = applied(kit().append(OTHER, "a", 7));

    repeats(kit().append("a", 10), first);
    repeats(kit().append(OTHER, "a", 7), second);
    kit().holds(SHELF, 10, 0);
    kit().holds(OTHER, 7, 0);
  }

  @Test
  default void l2AnIdIsOneCountersOwn() {
    LedgerKit second = kit(Bounds.NONE);
    applied(kit().append("a", 10));
    applied(second.append("a", -1));

    kit().holds(10, 0);
    second.holds(-1, 0);
  }

  @Test
  default void l2AnIdRepeatsWithinABatchAsAcrossTwo() {
    List<LedgerOutcome> outcomes =
        kit()
            .apply(
                List.of(
                    new Append(SHELF, "a", 5),
                    new Append(SHELF, "a", 5),
                    new Append(SHELF, "a", 6),
                    new Append(SHELF, "b", -5)));

    Entry first = applied(outcomes.get(0));
    repeats(outcomes.get(1), first);
    rejected(outcomes.get(2), Rejection.OTHER_OPERATION_SAME_ID);
    assertThat(applied(outcomes.get(3)).after()).isEqualTo(new Balance(0, 0, 2));
    kit().holds(0, 0);
  }

  @Test
  default void aBatchIsAppliedInOrderAndARefusalIsNoObstacle() {
    List<LedgerOutcome> outcomes =
        kit()
            .apply(
                List.of(
                    new Append(SHELF, "too early", -1),
                    new Append(SHELF, "in", 2),
                    new Append(OTHER, "z", 1),
                    new Append(SHELF, "out", -2),
                    new Append(SHELF, "too late", -1),
                    new Append(OTHER, "y", 1)));

    assertThat(outcomes.stream().map(LedgerOutcome::kind))
        .containsExactly(
            Kind.REJECTED, Kind.APPLIED, Kind.APPLIED, Kind.APPLIED, Kind.REJECTED, Kind.APPLIED);
    assertThat(applied(outcomes.get(3)).after().amount()).isZero();
    kit().holds(OTHER, 2, 0);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void aLargeBatchOfManySubjectsIsAppliedWhole() {
    List<LedgerOperation> operations = new ArrayList<>();
    for (int i = 0; i < LedgerStore.BATCH_MAX; i++) {
      operations.add(new Append(new Subject("s" + i % 70), "id-" + i, i % 7 + 1));
    }

    assertThat(kit().apply(operations)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(kit().apply(operations)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    assertThat(kit().audit()).isEmpty();
    operations.add(new Append(SHELF, "one too many", 1));
    assertThatThrownBy(() -> kit().apply(operations)).isInstanceOf(BadRequestException.class);
  }

  @Test
  default void anEmptyBatchIsNoWork() {
    assertThat(kit().apply(List.of())).isEmpty();
  }

  @Test
  default void entriesAreGivenInPages() {
    for (int i = 1; i <= 7; i++) {
      applied(kit().append("id-" + i, i));
    }

    List<Entry> page = kit().store().entries(kit().counter(), SHELF, 2, 3);

    assertThat(page.stream().map(Entry::sequence)).containsExactly(3L, 4L, 5L);
    assertThat(kit().store().entries(kit().counter(), SHELF, 7, 3)).isEmpty();
  }

  @Test
  default void l2TheAnswerThatWasLostIsTheAnswerOfTheRetry() {
    Optional<LedgerStore> losing = storeLosingAnswers();
    Assumptions.assumeTrue(losing.isPresent(), "lost answers are not observable here");
    applied(kit().append("in", 5));

    assertThatThrownBy(
            () -> losing.get().apply(kit().counter(), List.of(new Append(SHELF, "out", -5))))
        .isInstanceOf(AnswerLostException.class);
    LedgerOutcome retried = kit().append("out", -5);

    assertThat(retried.kind()).isEqualTo(Kind.DUPLICATE);
    kit().holds(0, 0);
    assertThat(kit().entries(SHELF)).hasSize(2);
  }

  @Test
  default void l4AnotherProcessReadsWhatWasAnsweredAtOnce() {
    LedgerStore another = anotherStore();
    Entry entry = applied(kit().append("a", 9));

    assertThat(another.balances(kit().counter(), List.of(SHELF)).get(SHELF))
        .satisfies(stored -> assertThat(stored.balance()).isEqualTo(entry.after()));
    repeats(another.apply(kit().counter(), List.of(new Append(SHELF, "a", 9))).get(0), entry);
  }

  @Test
  default void aCounterThatWasNeverEnabledIsRefused() {
    LedgerCounter unknown = new LedgerCounter("kit.never-enabled", Bounds.NONE, Duration.ofDays(1));

    assertThatThrownBy(() -> kit().store().apply(unknown, List.of(new Append(SHELF, "a", 1))))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("kit.never-enabled");
  }
}
