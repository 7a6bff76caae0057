package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.OTHER;
import static dev.trueup.testkit.events.EventKit.PAGE;
import static dev.trueup.testkit.events.EventKit.applied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.EventStore;
import dev.trueup.testkit.threads.AtOnce;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Many threads and two stores at once; what they leave behind proves whether they exclude. */
public interface EventRaceSuite extends EventSuite {
  int THREADS = 6;

  @Test
  default void l4EachOfManyThreadsIsToldTheValueRightAfterItsOwnEvent() throws Exception {
    kit().assumeThatAnswersTellValues();
    List<EventStore> stores = List.of(kit().store(), anotherStore());
    int perThread = 12;

    List<List<Long>> told =
        AtOnce.run(
            THREADS,
            thread -> {
              List<Long> mine = new ArrayList<>();
              for (int i = 0; i < perThread; i++) {
                Outcome outcome =
                    stores
                        .get(thread % 2)
                        .apply(kit().counter(), List.of(kit().event(thread + "-" + i)))
                        .get(0);
                applied(outcome);
                mine.add(kit().toldBy(outcome).orElseThrow());
              }
              return mine;
            });

    assertThat(told.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(
            LongStream.rangeClosed(1, 1L * THREADS * perThread).boxed().toList());
    assertThat(kit().value()).isEqualTo(1L * THREADS * perThread);
    kit().requireSound();
  }

  @Test
  default void l2ManyThreadsSendingTheSameIdsGetTheSameAnswers() throws Exception {
    List<EventStore> stores = List.of(kit().store(), anotherStore());
    int ids = 24;

    List<List<Outcome>> outcomes =
        AtOnce.run(
            THREADS,
            thread -> {
              List<Outcome> mine = new ArrayList<>();
              for (int i = 0; i < ids; i++) {
                Event event = kit().event("id-" + i).weighing(i + 1);
                mine.addAll(stores.get(thread % 2).apply(kit().counter(), List.of(event)));
              }
              return mine;
            });

    for (int i = 0; i < ids; i++) {
      int id = i;
      List<Outcome> ofId = outcomes.stream().map(one -> one.get(id)).toList();
      assertThat(ofId).filteredOn(one -> one.kind() == Kind.APPLIED).hasSize(1);
      assertThat(ofId).filteredOn(one -> one.kind() == Kind.DUPLICATE).hasSize(THREADS - 1);
      assertThat(ofId.stream().map(one -> kit().toldBy(one)).distinct()).hasSize(1);
    }
    assertThat(kit().value()).isEqualTo(ids * (ids + 1L) / 2);
    assertThat(kit().kept(PAGE)).isEqualTo(ids);
  }

  @Test
  default void l1OfManyViewsOfOneActorAtOnceNoMoreThanTheCapCount() throws Exception {
    EventKit views = kit(counter -> counter.withCap(EventRuleSuite.tenSeconds(3)));
    List<EventStore> stores = List.of(views.store(), anotherStore());
    Instant from = views.counter().sealableBefore(views.ago(0)).plusSeconds(20);

    List<List<Outcome>> outcomes =
        AtOnce.run(
            THREADS,
            thread -> {
              List<Outcome> mine = new ArrayList<>();
              for (int i = 0; i < 6; i++) {
                Event event = views.event(PAGE, thread + "-" + i, from.plusSeconds(i)).by("ann");
                mine.addAll(stores.get(thread % 2).apply(views.counter(), List.of(event)));
              }
              return mine;
            });

    List<Outcome> all = outcomes.stream().flatMap(List::stream).toList();
    assertThat(all.stream().filter(one -> one.kind() == Kind.APPLIED)).hasSize(3);
    assertThat(all.stream().filter(one -> one.kind() != Kind.APPLIED))
        .allMatch(one -> one.rejection() == Rejection.CAPPED);
    assertThat(views.value()).isEqualTo(3);
  }

  @Test
  default void batchesThatNameTheirSubjectsInOppositeOrderAllEnd() throws Exception {
    List<EventStore> stores = List.of(kit().store(), anotherStore());
    List<Subject> subjects = List.of(PAGE, OTHER, new Subject("page-3"), new Subject("page-4"));

    List<List<Outcome>> outcomes =
        AtOnce.run(
            THREADS,
            thread -> {
              List<Outcome> mine = new ArrayList<>();
              for (int i = 0; i < 10; i++) {
                List<Event> batch = new ArrayList<>();
                for (int at = 0; at < subjects.size(); at++) {
                  int index = thread % 2 == 0 ? at : subjects.size() - 1 - at;
                  Subject subject = subjects.get((index + i) % subjects.size());
                  batch.add(kit().event(subject, thread + "-" + i, kit().ago(1)));
                }
                mine.addAll(stores.get(thread % 2).apply(kit().counter(), batch));
              }
              return mine;
            });

    assertThat(outcomes.stream().flatMap(List::stream))
        .hasSize(THREADS * 10 * subjects.size())
        .allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(subjects).allMatch(subject -> kit().value(subject) == THREADS * 10);
    kit().requireSound();
  }

  @Test
  default void firstEventsOfNewSubjectsFromManyThreadsAllCount() throws Exception {
    List<EventStore> stores = List.of(kit().store(), anotherStore());
    for (int round = 0; round < 5; round++) {
      Subject subject = new Subject("new-" + round);
      List<Outcome> outcomes =
          AtOnce.run(
              THREADS,
              thread -> {
                Event event = kit().event(subject, "id-" + thread, kit().ago(1));
                return stores.get(thread % 2).apply(kit().counter(), List.of(event)).get(0);
              });
      assertThat(outcomes).allMatch(one -> one.kind() == Kind.APPLIED);
      assertThat(kit().value(subject)).isEqualTo(THREADS);
    }
    kit().requireSound();
  }

  @Test
  default void l2NoEventFallsBetweenInsertionAndSealAndNoneCountsTwice() throws Exception {
    List<EventStore> stores = List.of(kit().store(), anotherStore());
    int perThread = 30;

    List<List<Outcome>> outcomes =
        AtOnce.run(
            THREADS,
            thread -> {
              List<Outcome> mine = new ArrayList<>();
              for (int i = 0; i < perThread; i++) {
                EventStore store = stores.get(thread % 2);
                if (thread < 2) {
                  store.seal(kit().counter(), 3);
                } else {
                  // Each event comes from two threads; some of them meet the seal in between.
                  Event event = kit().event(PAGE, thread / 2 + "-" + i, kit().old(1 + i % 3));
                  mine.addAll(store.apply(kit().counter(), List.of(event)));
                  mine.addAll(
                      store.apply(
                          kit().counter(),
                          List.of(kit().event(PAGE, thread + "-new-" + i, kit().ago(1)))));
                }
              }
              return mine;
            });

    long counted =
        outcomes.stream().flatMap(List::stream).filter(one -> one.kind() == Kind.APPLIED).count();
    kit().seal();
    assertThat(kit().value()).isEqualTo(counted);
    // Each event weighs one, and of the old ones every one is sealed.
    assertThat(kit().sealed(PAGE) + kit().kept(PAGE)).isEqualTo(counted);
    assertThat(kit().kept(PAGE)).isEqualTo((THREADS - 2L) * perThread);
    assertThat(outcomes.stream().flatMap(List::stream))
        .allMatch(
            one ->
                one.kind() == Kind.APPLIED
                    || one.kind() == Kind.DUPLICATE
                    || one.rejection() == Rejection.TOO_OLD);
    kit().requireSound();
  }
}
