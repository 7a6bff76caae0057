package dev.trueup.members;

/** From which end a membership is looked at. */
public enum Side {
  /** Who is a member here: the followers of somebody. */
  SUBJECT(0),
  /** Where somebody is a member: whom somebody follows. */
  MEMBER(1);

  private final int number;

  Side(int number) {
    this.number = number;
  }

  /** What stores write for it. */
  public int number() {
    return number;
  }

  /** The side of a number. */
  public static Side of(int number) {
    return number == 0 ? SUBJECT : MEMBER;
  }

  public Side other() {
    return this == SUBJECT ? MEMBER : SUBJECT;
  }
}
