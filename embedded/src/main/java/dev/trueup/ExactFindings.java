package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an audit of a kind whose truth Trueup holds itself has found: adds up the counts that are
 * wrong, and keeps the worst. For one thread.
 */
final class ExactFindings {
  private final Worst worst;
  private final int messagesMax;
  private final List<String> messages = new ArrayList<>();
  private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
  private BigInteger net = BigInteger.ZERO;
  private BigInteger absolute = BigInteger.ZERO;
  private long drifted;

  /**
   * @param listedMax the most subjects, and the most messages, that are kept
   */
  ExactFindings(int listedMax) {
    this.worst = new Worst(listedMax);
    this.messagesMax = listedMax;
  }

  /**
   * A subject that is wrong.
   *
   * @param day for counters per day; null where days do not matter
   * @param counted what is stored; null where there is nothing
   * @param truth what it should be
   * @param faults what is wrong with it, a sentence each
   */
  void add(
      Subject subject,
      @Nullable LocalDate day,
      @Nullable Long counted,
      BigInteger truth,
      List<String> faults) {
    BigInteger drift = BigInteger.valueOf(counted == null ? 0 : counted).subtract(truth);
    Verdict verdict = counted == null ? Verdict.MISSING : Verdict.DRIFT;
    drifted++;
    net = net.add(drift);
    absolute = absolute.add(drift.abs());
    if (verdict == Verdict.MISSING) {
      verdicts.merge(verdict, 1L, Long::sum);
    }
    faults.stream().limit(Math.max(0, messagesMax - messages.size())).forEach(messages::add);
    worst.add(
        new SubjectReport(
            subject,
            day,
            verdict,
            counted == null ? null : counted.toString(),
            counted == null ? null : BigDecimal.valueOf(counted),
            new BigDecimal(truth),
            new BigDecimal(drift)));
  }

  /**
   * @param examined how many subjects were looked at
   * @param cause what a reader should know if anything is wrong
   */
  CounterReport report(CounterConfig counter, long examined, String cause) {
    List<String> notes = new ArrayList<>(messages);
    if (drifted > 0) {
      notes.add(cause);
    }
    return CounterReport.exact(
        counter,
        examined,
        drifted,
        new BigDecimal(net),
        new BigDecimal(absolute),
        verdicts,
        worst.list(),
        notes);
  }
}
