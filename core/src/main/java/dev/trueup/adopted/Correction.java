package dev.trueup.adopted;

import dev.trueup.counter.Subject;
import dev.trueup.repair.RepairEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One write to one counter.
 *
 * @param subject the subject
 * @param kind how it is written
 * @param amount what is added ({@code ADD}), or the value meant ({@code SET_NULL}: the one to
 *     install; {@code RESTORE_NULL}: the one that was installed)
 * @param sampled the counter as it was sampled, for databases that can only write on that condition
 * @param installed undo only: the value after the repair
 * @param restored undo only: the value before the repair, given back digit by digit where the
 *     counter still holds the one installed
 */
public record Correction(
    Subject subject,
    Kind kind,
    BigDecimal amount,
    @Nullable String sampled,
    @Nullable BigDecimal installed,
    @Nullable BigDecimal restored) {
  /** How a correction is written. */
  public enum Kind {
    /** Added to whatever stands there: it commutes with every increment in between. */
    ADD,
    /** Set where there is still NULL. */
    SET_NULL,
    /** Set back to NULL where the installed value still stands. */
    RESTORE_NULL
  }

  /** What became of it. */
  public enum Outcome {
    WRITTEN,
    /** The row is gone, or the counter is not what the condition asks for. */
    CHANGED,
    /** The sum would not fit the type. */
    OVERFLOW,
    /** The database refused it. */
    REFUSED
  }

  /**
   * A correction's result.
   *
   * @param outcome what became of it
   * @param why in words; empty for WRITTEN
   */
  public record Result(Outcome outcome, String why) {
    /** Written; nothing more to say. */
    public static final Result WRITTEN = new Result(Outcome.WRITTEN, "");

    public boolean isWritten() {
      return outcome == Outcome.WRITTEN;
    }
  }

  /** Says what goes on record for corrections and their results. */
  @FunctionalInterface
  public interface Recorder {
    List<RepairEntry> entries(List<Correction> corrections, List<Result> results);
  }

  /** The entries of these corrections, moved on by what became of each. */
  static List<RepairEntry> outcomes(
      List<RepairEntry> entries,
      List<Correction> corrections,
      List<Result> results,
      RepairEntry.State written,
      RepairEntry.State notWritten,
      Instant at) {
    Map<Subject, RepairEntry> bySubject =
        entries.stream().collect(Collectors.toMap(RepairEntry::subject, Function.identity()));
    List<RepairEntry> moved = new ArrayList<>();
    for (int i = 0; i < corrections.size(); i++) {
      RepairEntry entry = Objects.requireNonNull(bySubject.get(corrections.get(i).subject()));
      moved.add(entry.become(results.get(i).isWritten() ? written : notWritten, at));
    }
    return moved;
  }

  static Correction of(AdoptedFinding finding) {
    return finding.counted() == null
        ? new Correction(finding.subject(), Kind.SET_NULL, finding.truth(), null, null, null)
        : new Correction(
            finding.subject(),
            Kind.ADD,
            finding.truth().subtract(finding.counted()),
            finding.stored(),
            null,
            null);
  }

  static Correction undoOf(RepairEntry entry) {
    BigDecimal truth = Objects.requireNonNull(entry.truth());
    BigDecimal before = entry.before();
    return before == null
        ? new Correction(entry.subject(), Kind.RESTORE_NULL, truth, null, truth, null)
        : new Correction(entry.subject(), Kind.ADD, before.subtract(truth), null, truth, before);
  }
}
