package dev.trueup.cli;

import dev.trueup.CounterReport;
import dev.trueup.RunReport;
import dev.trueup.SubjectReport;
import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Audits and repairs as tables for people. */
final class RunText {
  private final Streams streams;
  private final int limit;

  RunText(Streams streams, int limit) {
    this.streams = streams;
    this.limit = limit;
  }

  void audit(RunReport report) {
    Table table =
        new Table("counter", "subjects", "wrong", "net drift", "absolute", "undecided", "state");
    for (CounterReport counter : report.counters()) {
      table.row(
          counter.counter(),
          counter.subjects(),
          counter.drifted(),
          signed(counter.net()),
          counter.absolute().toPlainString(),
          counter.undecided(),
          counter.drifted() > 0 ? "drift" : counter.undecided() > 0 ? "undecided" : "clean");
    }
    table.print(streams);
    details(report);
  }

  void repair(RunReport report, Path config) {
    Table table =
        new Table("counter", "subjects", "wrong", "net drift", "corrected", "left", "undecided");
    for (CounterReport counter : report.counters()) {
      table.row(
          counter.counter(),
          counter.subjects(),
          counter.drifted(),
          signed(counter.net()),
          counter.corrected(),
          Math.max(counter.refused(), counter.drifted() - counter.corrected()),
          counter.undecided());
    }
    table.print(streams);
    details(report);
    if (report.repairs().isEmpty()) {
      streams.out().println("\nNothing was corrected.");
    }
    for (String repair : report.repairs()) {
      streams
          .out()
          .printf(
              Locale.ROOT,
              "%nOn record as %s. Take it back with: trueup undo %s%s%n",
              repair,
              repair,
              config.equals(Path.of("trueup.yaml")) ? "" : " -c " + config);
    }
    streams.out().flush();
  }

  private void details(RunReport report) {
    Table drifts = new Table("counter", "subject", "counted", "rows say", "drift", "verdict");
    for (CounterReport counter : report.counters()) {
      counter.drifts().stream().limit(limit).forEach(one -> row(drifts, counter, one));
    }
    if (!drifts.isEmpty()) {
      streams.out().println();
      drifts.print(streams);
    }
    for (CounterReport counter : report.counters()) {
      long shown = Math.min(limit, counter.drifts().size());
      if (shown < counter.drifted()) {
        say(
            counter.drifted()
                - shown
                + " more of "
                + counter.counter()
                + " are wrong; --limit shows more.");
      }
    }
    Table listed = new Table("counter", "subject", "counted", "rows say", "", "not drift, but");
    for (CounterReport counter : report.counters()) {
      counter.listed().stream().limit(limit).forEach(one -> row(listed, counter, one));
    }
    if (!listed.isEmpty()) {
      streams.out().println();
      listed.print(streams);
    }
    for (CounterReport counter : report.counters()) {
      explain(counter);
    }
    notes(report);
    report.notes().forEach(this::say);
  }

  /** A note that several counters share is said once. */
  private void notes(RunReport report) {
    Map<String, List<String>> counters = new LinkedHashMap<>();
    for (CounterReport counter : report.counters()) {
      for (String note : counter.notes()) {
        counters.computeIfAbsent(note, key -> new ArrayList<>()).add(counter.counter());
      }
    }
    counters.forEach(
        (note, names) -> {
          boolean all = names.size() == report.counters().size();
          say((all ? "" : String.join(", ", names) + ": ") + note);
        });
  }

  private void row(Table table, CounterReport counter, SubjectReport one) {
    table.row(
        counter.counter(),
        one.subject().key() + (one.day() == null ? "" : " on " + one.day()),
        one.stored() == null
            ? one.verdict() == Verdict.MISSING ? "" : "NULL"
            : one.counted() == null ? one.stored() : one.counted().toPlainString(),
        one.truth().toPlainString(),
        signed(one.drift()),
        one.verdict().word());
  }

  private void explain(CounterReport counter) {
    CounterReport.Explained explained = counter.explained();
    if (explained != null) {
      explain(counter, "lost (a row without a change)", explained.lost());
      explain(counter, "phantom (a change without a row)", explained.phantom());
      explain(counter, "late", explained.late());
      explain(counter, "doubled", explained.doubled());
    }
  }

  private void explain(CounterReport counter, String what, List<String> facts) {
    if (!facts.isEmpty()) {
      List<String> shown = facts.subList(0, Math.min(limit, facts.size()));
      String more =
          shown.size() < facts.size() ? " and " + (facts.size() - shown.size()) + " more" : "";
      say(counter.counter() + ": " + what + ": " + String.join(", ", shown) + more);
    }
  }

  private void say(String sentence) {
    String plain = sentence.replaceAll("\\p{Cntrl}", "·");
    if (!streams.outIsTerminal()) {
      streams.out().println(plain);
      return;
    }
    StringBuilder line = new StringBuilder();
    for (String word : plain.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > streams.width()) {
        streams.out().println(line);
        line.setLength(0);
        line.append(" ");
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    streams.out().println(line);
  }

  private static String signed(@Nullable BigDecimal amount) {
    if (amount == null) {
      return "";
    }
    return (amount.signum() > 0 ? "+" : "") + amount.toPlainString();
  }
}
