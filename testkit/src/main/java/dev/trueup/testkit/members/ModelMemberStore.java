package dev.trueup.testkit.members;

import dev.trueup.members.MemberRows;
import dev.trueup.members.MemberStore;
import dev.trueup.members.MemberView;
import dev.trueup.members.Relation;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sets of members in memory, one step at a time. Thread-safe. Extend it to break it. */
public class ModelMemberStore implements MemberStore {
  private final MemberModelState state;
  private final InstantSource clock;

  public ModelMemberStore(MemberModelState state, InstantSource clock) {
    this.state = state;
    this.clock = clock;
  }

  /** What a step works on. */
  protected ModelMemberRows rows(Relation relation) {
    return new ModelMemberRows(state.of(relation), clock.instant());
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void enable(Relation relation) {
    inTurn(
        () -> {
          state.enable(relation);
          return true;
        });
  }

  @Override
  public <T> T write(Relation relation, String doing, Function<MemberRows, T> work) {
    return inTurn(
        () -> {
          ModelMemberRows rows = rows(relation);
          try {
            return work.apply(rows);
          } catch (RuntimeException | Error failure) {
            rows.rollBack();
            throw failure;
          }
        });
  }

  @Override
  public <T> T read(Relation relation, String doing, Function<MemberView, T> work) {
    return inTurn(() -> work.apply(rows(relation)));
  }

  private <T> T inTurn(Supplier<T> work) {
    state.turn.lock();
    try {
      return work.get();
    } finally {
      state.turn.unlock();
    }
  }

  @Override
  public void close() {}
}
