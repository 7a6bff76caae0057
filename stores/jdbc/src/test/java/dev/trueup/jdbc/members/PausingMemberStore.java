package dev.trueup.jdbc.members;

import dev.trueup.members.MemberRows;
import dev.trueup.members.MemberStore;
import dev.trueup.members.MemberView;
import dev.trueup.members.Relation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Stops the first transaction that comes to a verb, right after it, until it is let go. */
final class PausingMemberStore implements MemberStore {
  private static final int SECONDS_MAX = 60;

  private final MemberStore store;
  private final String verb;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /**
   * @param verb the name of a method of {@link MemberRows}
   */
  PausingMemberStore(MemberStore store, String verb) {
    this.store = store;
    this.verb = verb;
  }

  /** Returns once a transaction stands still. */
  void awaitReached() throws InterruptedException {
    require(reached.await(SECONDS_MAX, TimeUnit.SECONDS), "no transaction came to " + verb);
  }

  void release() {
    released.countDown();
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
    return store.write(relation, doing, rows -> work.apply(pausing(rows)));
  }

  @Override
  public <T> T read(Relation relation, String doing, Function<MemberView, T> work) {
    return store.read(relation, doing, work);
  }

  private MemberRows pausing(MemberRows rows) {
    return (MemberRows)
        Proxy.newProxyInstance(
            MemberRows.class.getClassLoader(),
            new Class<?>[] {MemberRows.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(rows, arguments);
              } catch (InvocationTargetException raised) {
                throw raised.getCause() == null ? raised : raised.getCause();
              } finally {
                if (method.getName().equals(verb)) {
                  pause();
                }
              }
            });
  }

  private void pause() throws InterruptedException {
    reached.countDown();
    require(released.await(SECONDS_MAX, TimeUnit.SECONDS), "nobody let go of " + verb);
  }

  private static void require(boolean met, String otherwise) {
    if (!met) {
      throw new IllegalStateException(otherwise);
    }
  }

  @Override
  public void close() {}
}
