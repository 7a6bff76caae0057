package dev.trueup.demo;

import dev.trueup.counter.Change;
import java.util.List;

/** {@code comment_count = comment_count + 1}, after the comment is committed. No job. */
final class AtomicOnly implements Recipe {
  private final Forum forum;
  private final Wire wire;

  AtomicOnly(Forum forum, Wire wire) {
    this.forum = forum;
    this.wire = wire;
  }

  @Override
  public Way way() {
    return Way.ATOMIC_ONLY;
  }

  @Override
  public Answer apply(List<Change> changes) {
    return SqlCounting.over(wire, () -> forum.incrementColumns(changes));
  }

  @Override
  public long[] shown() {
    return forum.columns();
  }

  @Override
  public void runJob() {}
}
