package dev.trueup.testkit.members;

import dev.trueup.error.AnswerLostException;
import dev.trueup.members.MemberRows;
import dev.trueup.members.MemberStore;
import dev.trueup.members.MemberView;
import dev.trueup.members.Relation;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A store whose writes happen while some of their answers get lost. */
public final class LosingMemberStore implements MemberStore {
  private final MemberStore store;
  private final BooleanSupplier loses;

  /**
   * @param loses asked after each write: whether this answer gets lost
   */
  public LosingMemberStore(MemberStore store, BooleanSupplier loses) {
    this.store = store;
    this.loses = loses;
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public void enable(Relation relation) {
    store.enable(relation);
  }

  @Override
  public <T> T write(Relation relation, String doing, Function<MemberRows, T> work) {
    T result = store.write(relation, doing, work);
    if (loses.getAsBoolean()) {
      throw new AnswerLostException("The connection broke before the answer came to " + doing);
    }
    return result;
  }

  @Override
  public <T> T read(Relation relation, String doing, Function<MemberView, T> work) {
    return store.read(relation, doing, work);
  }

  @Override
  public void close() {
    store.close();
  }
}
