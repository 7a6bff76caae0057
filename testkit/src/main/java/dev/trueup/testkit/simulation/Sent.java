package dev.trueup.testkit.simulation;

import dev.trueup.counter.Change;

/** A change as it was sent, with its stamps in microseconds and what it is about. */
final class Sent {
  final Change change;
  final Effect effect;
  final long occurredAt;

  /** {@link World#NONE} where the created stamp is NULL. */
  final long factAt;

  final long eventWindow;
  final long factWindow;

  /** It was answered APPLIED, whether or not the answer arrived. */
  boolean applied;

  /** It was carried out and the answer got lost. */
  boolean answerLost;

  Sent(Change change, Effect effect, long occurredAt, long factAt, Settings settings) {
    this.change = change;
    this.effect = effect;
    this.occurredAt = occurredAt;
    this.factAt = factAt;
    this.eventWindow = settings.startOf(occurredAt);
    this.factWindow = factAt == World.NONE ? World.NONE : settings.startOf(factAt);
  }

  /** One thing that the application did, in one transaction. */
  static final class Operation {
    final RareEvent kind;

    /** A row shows by its stamps that it happened, until another operation wipes that out. */
    boolean leavesTrace;

    final long begunAt;

    /** {@link World#ALWAYS} until it is committed; it stays so if it never is. */
    long committedAt = World.ALWAYS;

    /** There is no such fact: it was rolled back after sending, or made up. */
    boolean phantom;

    Operation(RareEvent kind, boolean leavesTrace, long begunAt) {
      this.kind = kind;
      this.leavesTrace = leavesTrace;
      this.begunAt = begunAt;
    }
  }

  /** What an operation does to one subject. */
  static final class Effect {
    final Operation operation;
    final int subject;
    final long amount;

    /** How many recorded changes stand for it at this moment; never more than one. */
    int live;

    /** A store has taken it, as APPLIED or COVERED. */
    boolean accepted;

    Effect(Operation operation, int subject, long amount) {
      this.operation = operation;
      this.subject = subject;
      this.amount = amount;
    }
  }
}
