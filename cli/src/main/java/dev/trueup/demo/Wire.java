package dev.trueup.demo;

import dev.trueup.error.AnswerLostException;
import java.util.function.Supplier;

/**
 * The connection from the application to a counter. It can lose the next answer: the call is made
 * and committed, and then the answer is thrown away. Used by the application's thread.
 */
final class Wire {
  private boolean losesNext;

  void loseNextAnswer() {
    losesNext = true;
  }

  /**
   * Makes a call.
   *
   * @throws AnswerLostException if it was made and its answer lost
   */
  <T> T carry(Supplier<T> call) {
    T answer = call.get();
    if (losesNext) {
      losesNext = false;
      throw new AnswerLostException("The connection broke after the commit, on purpose.");
    }
    return answer;
  }
}
