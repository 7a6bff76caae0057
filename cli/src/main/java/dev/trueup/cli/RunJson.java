package dev.trueup.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trueup.CounterReport;
import dev.trueup.RunReport;
import dev.trueup.SubjectReport;
import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The document of audit and repair. Amounts of a counter of whole numbers are numbers; those of a
 * counter of decimals are strings, every one, so that no reader rounds them.
 */
final class RunJson {
  private static final List<Verdict> COUNTED =
      List.of(Verdict.NULL, Verdict.MISSING, Verdict.NOT_A_NUMBER, Verdict.OVERFLOW);

  private RunJson() {}

  static ObjectNode of(String command, RunReport report) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("command", command);
    document.put("startedAt", report.startedAt().toString());
    ArrayNode counters = document.putArray("counters");
    report.counters().forEach(counter -> counters.add(counter(command, counter)));
    if (!report.repairs().isEmpty()) {
      document.put("repair", report.repairs().get(0));
    }
    if (report.repairs().size() > 1) {
      report.repairs().forEach(document.putArray("repairs")::add);
    }
    if (!report.notes().isEmpty()) {
      report.notes().forEach(document.putArray("notes")::add);
    }
    return document;
  }

  private static ObjectNode counter(String command, CounterReport report) {
    boolean decimal = report.decimal() || hasFractions(report);
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("counter", report.counter());
    node.put("subjects", report.subjects());
    node.put("drifted", report.drifted());
    amount(node, "net", report.net(), decimal);
    amount(node, "absolute", report.absolute(), decimal);
    node.put("undecided", report.undecided());
    ObjectNode verdicts = node.putObject("verdicts");
    COUNTED.forEach(
        verdict -> verdicts.put(verdict.word(), report.verdicts().getOrDefault(verdict, 0L)));
    if (command.equals("repair")) {
      node.put("corrected", report.corrected());
      node.put("refused", report.refused());
    }
    ArrayNode drifts = node.putArray("drifts");
    report.drifts().forEach(drift -> drifts.add(subject(drift, decimal)));
    if (report.drifts().size() < report.drifted()) {
      node.put("cut", true);
    }
    if (!report.listed().isEmpty()) {
      ArrayNode listed = node.putArray("listed");
      report.listed().forEach(one -> listed.add(subject(one, decimal)));
    }
    CounterReport.Explained explained = report.explained();
    if (explained != null) {
      ObjectNode rows = node.putObject("explained");
      explained.lost().forEach(rows.putArray("lost")::add);
      explained.phantom().forEach(rows.putArray("phantom")::add);
      explained.late().forEach(rows.putArray("late")::add);
      explained.doubled().forEach(rows.putArray("doubled")::add);
    }
    if (!report.notes().isEmpty()) {
      report.notes().forEach(node.putArray("notes")::add);
    }
    return node;
  }

  private static ObjectNode subject(SubjectReport report, boolean decimal) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("subject", report.subject().key());
    if (report.day() != null) {
      node.put("day", report.day().toString());
    }
    if (report.counted() == null && report.stored() != null) {
      node.put("counted", report.stored());
    } else {
      amount(node, "counted", report.counted(), decimal);
    }
    amount(node, "truth", report.truth(), decimal);
    amount(node, "drift", report.drift(), decimal);
    node.put("verdict", report.verdict().word());
    return node;
  }

  private static void amount(
      ObjectNode node, String key, @Nullable BigDecimal amount, boolean decimal) {
    if (amount == null) {
      node.putNull(key);
    } else if (decimal) {
      node.put(key, amount.toPlainString());
    } else {
      node.put(key, amount.toBigInteger());
    }
  }

  private static boolean hasFractions(CounterReport report) {
    Stream<@Nullable BigDecimal> ofSubjects =
        Stream.concat(report.drifts().stream(), report.listed().stream())
            .flatMap(one -> Stream.of(one.truth(), orZero(one.counted()), orZero(one.drift())));
    return Stream.concat(Stream.of(report.net(), report.absolute()), ofSubjects)
        .anyMatch(amount -> amount != null && amount.scale() > 0);
  }

  private static BigDecimal orZero(@Nullable BigDecimal amount) {
    return amount == null ? BigDecimal.ZERO : amount;
  }
}
