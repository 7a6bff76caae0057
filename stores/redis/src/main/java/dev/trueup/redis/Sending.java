package dev.trueup.redis;

import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.NotPermittedException;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands side by side and waits for every answer before it says anything: nothing is on its
 * way any more when it returns or throws. What the server says it did not do is sent again, within
 * bounds; a write whose answer was lost never is.
 */
final class Sending<T> {
  /** One command. */
  interface Command<T> {
    /**
     * @param whole whether to send a script's text instead of its name
     */
    CompletionStage<T> send(int index, boolean whole);
  }

  private final RedisSettings settings;
  private final String place;
  private final String doing;
  private final boolean writes;
  private final boolean begun;
  private final AtomicLong retried;

  // Of the attempt that is under way.
  private int answered;
  private @Nullable Throwable lost;
  private @Nullable Throwable refused;
  private @Nullable Throwable notDone;

  /**
   * @param doing what is being done, as in "could not …"
   * @param writes whether any of it may change anything
   * @param begun whether the same call changed something before
   * @param retried counts what was sent again
   */
  Sending(
      RedisSettings settings,
      String place,
      String doing,
      boolean writes,
      boolean begun,
      AtomicLong retried) {
    this.settings = settings;
    this.place = place;
    this.doing = doing;
    this.writes = writes;
    this.begun = begun;
    this.retried = retried;
  }

  /** An answer each, in order. */
  List<T> all(int count, Command<T> command) {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    List<@Nullable T> answers = new ArrayList<>(Collections.nCopies(count, null));
    boolean[] whole = new boolean[count];
    List<Integer> pending = IntStream.range(0, count).boxed().toList();
    for (int attempt = 1; !pending.isEmpty(); attempt++) {
      List<CompletableFuture<T>> sent = new ArrayList<>(pending.size());
      for (int index : pending) {
        sent.add(sent(command, index, whole[index]));
      }
      List<Integer> again = new ArrayList<>();
      notDone = null;
      for (int at = 0; at < sent.size(); at++) {
        int index = pending.get(at);
        try {
          answers.set(index, answer(sent.get(at), deadline));
          answered++;
        } catch (ExecutionException | TimeoutException | CancellationException e) {
          Throwable cause =
              e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
          if (note(cause)) {
            whole[index] = whole[index] || Failure.of(cause) == Failure.NO_SCRIPT;
            again.add(index);
          }
        }
      }
      throwWhatIsFinal();
      Throwable reason = notDone;
      if (reason != null) {
        boolean over = attempt >= settings.retries().attemptsMax() || System.nanoTime() > deadline;
        if (over) {
          throw isPartlyDone() ? answerLost(reason) : unavailable(reason);
        }
        pauseAfter(attempt);
      }
      retried.addAndGet(again.size());
      pending = again;
    }
    List<T> complete = new ArrayList<>(count);
    for (T answer : answers) {
      if (answer == null) {
        throw new BrokenInvariantException(
            place + " answered nothing when asked to " + doing + ".");
      }
      complete.add(answer);
    }
    return complete;
  }

  private CompletableFuture<T> sent(Command<T> command, int index, boolean whole) {
    try {
      return command.send(index, whole).toCompletableFuture();
    } catch (RuntimeException e) {
      // Refused by the driver before it was sent; classified with the answers.
      return CompletableFuture.failedFuture(e);
    }
  }

  private T answer(CompletableFuture<T> future, long deadline)
      throws ExecutionException, TimeoutException {
    try {
      // A little past the driver's own limit, so that it is the one to give up.
      long nanos = Math.max(deadline - System.nanoTime(), 0) + Duration.ofMillis(200).toNanos();
      return future.get(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      future.cancel(false);
      throw new ExecutionException(e);
    } catch (TimeoutException e) {
      future.cancel(false);
      throw e;
    }
  }

  /** Keeps a failure in mind; whether the command may be sent again. */
  private boolean note(Throwable cause) {
    switch (Failure.of(cause)) {
      case NO_SCRIPT -> {
        return true;
      }
      case NOT_DONE -> {
        notDone = cause;
        return true;
      }
      case LOST -> {
        boolean again = !writes && !(cause instanceof InterruptedException);
        if (again) {
          notDone = cause;
        } else {
          lost = cause;
        }
        return again;
      }
      case LOGIN, NOT_PERMITTED, FULL, WRONG_TYPE, REFUSED -> {
        refused = cause;
        return false;
      }
    }
    return false;
  }

  private boolean isPartlyDone() {
    return writes && (begun || answered > 0);
  }

  private void throwWhatIsFinal() {
    Throwable lostOne = lost;
    if (lostOne != null) {
      throw writes ? answerLost(lostOne) : unavailable(lostOne);
    }
    Throwable refusal = refused;
    if (refusal != null) {
      throw isPartlyDone() ? answerLost(refusal) : translated(refusal);
    }
  }

  private TrueupException translated(Throwable refusal) {
    String said = place + " could not " + doing + ": " + refusal.getMessage() + ". ";
    return switch (Failure.of(refusal)) {
      case LOGIN ->
          new UnavailableException(
              said + "Nothing was changed. Check the datasource's username and password.", refusal);
      case NOT_PERMITTED ->
          new NotPermittedException(
              said + "Nothing was changed. The user needs the commands and keys named there.",
              refusal);
      case FULL ->
          new UnavailableException(
              said
                  + "Nothing was changed. The server is at its maxmemory; give it more, or remove"
                  + " what does not belong there.",
              refusal);
      case WRONG_TYPE ->
          new BadRequestException(
              said + "Nothing was changed. Something else writes there.", refusal);
      default ->
          // How far a script came before the server stopped it is not known.
          writes ? answerLost(refusal) : new BadRequestException(said, refusal);
    };
  }

  private UnavailableException unavailable(Throwable reason) {
    return new UnavailableException(
        place
            + " could not "
            + doing
            + ": "
            + reasonOf(reason)
            + ". Nothing was changed. Check that the server runs and can be reached.",
        reason);
  }

  private AnswerLostException answerLost(Throwable reason) {
    return new AnswerLostException(
        "The answer of "
            + place
            + " was lost while it was to "
            + doing
            + " ("
            + reasonOf(reason)
            + "): it may or may not have happened. Send the same again, with the same ids.",
        reason);
  }

  private String reasonOf(Throwable reason) {
    if (reason instanceof TimeoutException) {
      return "no answer within " + settings.timeout();
    }
    String message = reason.getMessage();
    return message == null ? reason.getClass().getSimpleName() : message;
  }

  private void pauseAfter(int attempt) {
    try {
      TimeUnit.MILLISECONDS.sleep(settings.retries().pauseMillisAfter(attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw isPartlyDone() ? answerLost(e) : unavailable(e);
    }
  }
}
