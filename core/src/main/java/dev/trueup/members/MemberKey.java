package dev.trueup.members;

/**
 * One membership: this member of this subject on this day.
 *
 * @param day see {@link Place#day()}
 */
public record MemberKey(String subject, long day, String member) implements Comparable<MemberKey> {

  /** The key at this side of it. */
  public String at(Side side) {
    return side == Side.SUBJECT ? subject : member;
  }

  /** Where it counts, seen from a side. */
  public Place place(Side side) {
    return new Place(side, at(side), day);
  }

  /** The same with another key at one side. */
  MemberKey with(Side side, String key) {
    return side == Side.SUBJECT
        ? new MemberKey(key, day, member)
        : new MemberKey(subject, day, key);
  }

  @Override
  public int compareTo(MemberKey other) {
    int bySubject = KeyOrder.compare(subject, other.subject);
    if (bySubject != 0) {
      return bySubject;
    }
    int byDay = Long.compare(day, other.day);
    return byDay != 0 ? byDay : KeyOrder.compare(member, other.member);
  }
}
