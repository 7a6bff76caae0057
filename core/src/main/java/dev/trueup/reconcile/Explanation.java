package dev.trueup.reconcile;

import java.util.ArrayList;
import java.util.List;

/**
 * Which facts and changes explain a drift. Each list holds fact keys.
 *
 * @param lost facts that have no change: the change was never sent, is late, or carried too little
 * @param phantom changes without a fact: an increment whose row is not there, a decrement whose row
 *     still counts
 * @param late facts that an earlier repair called lost and whose change came after it
 * @param doubled facts counted more than once, under different ids
 * @param explained how much of the drift these add up to
 * @param complete whether every fact of the interval was looked at, and not only the first of many
 */
public record Explanation(
    List<String> lost,
    List<String> phantom,
    List<String> late,
    List<String> doubled,
    long explained,
    boolean complete) {
  public static final Explanation NONE =
      new Explanation(List.of(), List.of(), List.of(), List.of(), 0, true);

  public Explanation {
    lost = List.copyOf(lost);
    phantom = List.copyOf(phantom);
    late = List.copyOf(late);
    doubled = List.copyOf(doubled);
  }

  /** Whether it names nothing. */
  public boolean isEmpty() {
    return lost.isEmpty() && phantom.isEmpty() && late.isEmpty() && doubled.isEmpty();
  }

  /**
   * The stored shape: a line per fact, the word and the key, with backslash and line feed escaped.
   */
  public String toEvidence() {
    List<String> lines = new ArrayList<>();
    append(lines, "lost ", lost);
    append(lines, "phantom ", phantom);
    append(lines, "late ", late);
    append(lines, "doubled ", doubled);
    return String.join("\n", lines);
  }

  /** The keys that stored evidence calls lost. */
  public static List<String> lostIn(String evidence) {
    return evidence
        .lines()
        .filter(line -> line.startsWith("lost "))
        .map(line -> unescape(line.substring("lost ".length())))
        .toList();
  }

  private static void append(List<String> lines, String word, List<String> keys) {
    for (String key : keys) {
      lines.add(word + key.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r"));
    }
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char here = text.charAt(at);
      if (here == '\\' && at + 1 < text.length()) {
        char next = text.charAt(++at);
        plain.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
      } else {
        plain.append(here);
      }
    }
    return plain.toString();
  }
}
