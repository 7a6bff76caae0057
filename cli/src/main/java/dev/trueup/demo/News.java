package dev.trueup.demo;

import dev.trueup.reconcile.Diagnosis;
import dev.trueup.reconcile.Explanation;
import dev.trueup.reconcile.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What Trueup's last pass found, in words, and which rows explain it. */
final class News {
  private final int width;

  News(int width) {
    this.width = width;
  }

  List<TextLine> lines(Frame frame, int most) {
    Pass last = frame.passes().last();
    if (last == null) {
      return firstWords(frame, most);
    }
    List<TextLine> lines = new ArrayList<>();
    Pass told = last;
    Pass wrong = frame.passes().lastWithDrift();
    if (last.report().drifted() == 0 && wrong != null) {
      told = wrong;
      lines.add(
          new TextLine()
              .add("Trueup's last " + (last.sweep() ? "sweep" : "pass"), Style.STRONG)
              .add(", " + age(frame, last) + ", proved no drift. Found " + age(frame, told) + ":"));
    } else {
      lines.add(
          new TextLine()
              .add("Trueup's last " + kind(last), Style.STRONG)
              .add(", " + age(frame, last) + ":"));
    }
    List<String> rows = rowsOf(told);
    int forRows = rows.isEmpty() ? 0 : Math.max(1, (most - lines.size()) / 3);
    int forWords = most - lines.size() - forRows;
    addWrapped(lines, String.join(" ", Diagnosis.of(told.report())), forWords);
    addWrapped(lines, String.join("; ", rows), most - lines.size());
    return lines;
  }

  private List<TextLine> firstWords(Frame frame, int most) {
    List<TextLine> lines = new ArrayList<>();
    lines.add(new TextLine().add("Trueup's first pass is under way", Style.STRONG));
    if (!frame.sample().managedHasBases()) {
      addWrapped(
          lines,
          "Until it has a base, every reading is counted from the rows, and the mean errors wait.",
          most - 1);
    }
    return lines;
  }

  private static String kind(Pass pass) {
    return pass.sweep() ? "sweep over all posts" : "pass over what changed";
  }

  private static String age(Frame frame, Pass pass) {
    return Math.max(0, Duration.between(pass.endedAt(), frame.now()).toSeconds()) + " s ago";
  }

  private void addWrapped(List<TextLine> lines, String text, int most) {
    if (text.isEmpty() || most < 1) {
      return;
    }
    List<String> wrapped = TextLine.wrap(text, width - 2);
    for (int at = 0; at < Math.min(most, wrapped.size()); at++) {
      boolean cut = at == most - 1 && wrapped.size() > most;
      String line =
          cut ? TextLine.wrap(wrapped.get(at), width - 6).get(0) + " ..." : wrapped.get(at);
      lines.add(new TextLine().add("  " + line));
    }
  }

  /** A word for each post that drifted: by how much, and the comments that explain it. */
  private static List<String> rowsOf(Pass pass) {
    List<String> rows = new ArrayList<>();
    for (Finding finding : pass.drifts()) {
      Explanation explanation = finding.explanation();
      List<String> words = new ArrayList<>();
      addWord(words, "lost", explanation.lost());
      addWord(words, "phantom", explanation.phantom());
      addWord(words, "late", explanation.late());
      addWord(words, "doubled", explanation.doubled());
      rows.add(
          "#"
              + finding.subject()
              + " "
              + Numbers.signed(finding.drift().amount())
              + " "
              + (words.isEmpty() ? "no row" : String.join(" ", words)));
    }
    return rows;
  }

  private static void addWord(List<String> words, String word, List<String> keys) {
    if (!keys.isEmpty()) {
      words.add(word + " " + String.join(", ", keys));
    }
  }
}
