package dev.trueup.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Work that can be stopped half-way and gone on with later, in any order: each actor has a thread
 * and waits for its turn, and one thread at a time runs. So an ordinary call can be interleaved
 * with others at every place where it pauses, and a run still follows from its seed alone.
 */
public final class Actors {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "actor");
            thread.setDaemon(true);
            return thread;
          });

  private final Semaphore director = new Semaphore(0);
  private final List<Actor> alive = new ArrayList<>();
  private @Nullable Actor running;

  /** One piece of work under way. */
  public static final class Actor {
    private final String name;
    private final Runnable work;
    private final Semaphore turn = new Semaphore(0);
    private boolean begun;
    private boolean ended;
    private boolean dying;
    private @Nullable Throwable failure;

    private Actor(String name, Runnable work) {
      this.name = name;
      this.work = work;
    }

    public String name() {
      return name;
    }

    /** Whether it came to its end, or died. */
    public boolean isEnded() {
      return ended;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Adds work that begins with its first turn. */
  public Actor add(String name, Runnable work) {
    Actor actor = new Actor(name, work);
    alive.add(actor);
    return actor;
  }

  /** Those that have not ended, the oldest first. */
  public List<Actor> alive() {
    return List.copyOf(alive);
  }

  /** Whose turn it is; null where it is the director's. */
  public @Nullable Actor running() {
    return running;
  }

  /**
   * Gives an actor its turn, until it pauses, ends or dies.
   *
   * @throws RuntimeException what its work raised, unless that was its death
   */
  public void resume(Actor actor) {
    takeTurn(actor);
    Throwable failure = actor.failure;
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception && !(exception instanceof SimulatedCrash)) {
      throw exception;
    }
  }

  private void takeTurn(Actor actor) {
    running = actor;
    if (actor.begun) {
      actor.turn.release();
    } else {
      actor.begun = true;
      THREADS.execute(() -> run(actor));
    }
    director.acquireUninterruptibly();
    running = null;
    if (actor.ended) {
      alive.remove(actor);
    }
  }

  private void run(Actor actor) {
    try {
      if (!actor.dying) {
        actor.work.run();
      }
    } catch (RuntimeException | Error failure) {
      actor.failure = failure;
    } finally {
      actor.ended = true;
      director.release();
    }
  }

  /** Called by the running actor: others go on, until it is its turn again. */
  public void pause() {
    Actor actor = Objects.requireNonNull(running, "only an actor pauses");
    requireAlive();
    director.release();
    actor.turn.acquireUninterruptibly();
    requireAlive();
  }

  /** Called by the running actor: one that is to die does so here. */
  public void requireAlive() {
    Actor actor = running;
    if (actor != null && actor.dying) {
      throw new SimulatedCrash(actor.name);
    }
  }

  /** Ends everybody where they are, as when a machine is switched off. */
  public void endAll() {
    for (Actor actor : alive()) {
      actor.dying = true;
      takeTurn(actor);
    }
  }
}
