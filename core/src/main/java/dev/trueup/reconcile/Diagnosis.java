package dev.trueup.reconcile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Says in words what a pass found, and what it points to. */
public final class Diagnosis {
  private Diagnosis() {}

  /** Sentences, most telling first; one sentence where nothing is wrong. */
  public static List<String> of(PassReport report) {
    List<String> sentences = new ArrayList<>();
    if (report.drifted() == 0) {
      sentences.add(
          report.undecided() == 0
              ? "Every subject agrees with its source."
              : "No drift is proved; "
                  + report.undecided()
                  + " subjects changed while they were counted and are decided by the next pass.");
      return sentences;
    }
    long tooLittle = report.drifted() - report.countedTooMuch();
    sentences.add(
        report.drifted()
            + " of "
            + report.subjects()
            + " subjects drifted, by "
            + report.net()
            + " in sum and "
            + report.absolute()
            + " in absolute terms.");
    if (report.countedTooMuch() == 0) {
      sentences.add(
          "All of them count too little: additions are lost, or removals are counted twice.");
    } else if (tooLittle == 0) {
      sentences.add(
          "All of them count too much: removals are lost, or additions are counted twice.");
    } else {
      sentences.add(
          report.countedTooMuch()
              + " count too much and "
              + tooLittle
              + " too little: more than one cause is at work.");
    }
    if (report.explainedLost() > 0) {
      sentences.add(
          counted(report.explainedLost(), "fact has", "facts have")
              + " no change: it was not sent after the commit, or is still on its way.");
    }
    if (report.explainedDoubled() > 0) {
      sentences.add(
          counted(report.explainedDoubled(), "fact was", "facts were")
              + " counted more than once under different ids: a retry made a new id. Take the id from the stored fact.");
    }
    if (report.explainedPhantom() > 0) {
      sentences.add(
          counted(report.explainedPhantom(), "change has", "changes have")
              + " no fact: the row was rolled back, or removed without a change.");
    }
    if (report.explainedLate() > 0) {
      sentences.add(
          counted(report.explainedLate(), "fact", "facts")
              + " that an earlier pass called lost came late after all: the settle time is shorter than the delay.");
    }
    BigInteger unexplained = report.net().subtract(report.explained());
    if (unexplained.signum() != 0) {
      sentences.add(
          unexplained
              + " of the net drift has no row to show for it: rows removed, restored, moved or edited without a change and without a stamp.");
    }
    return sentences;
  }

  private static String counted(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
