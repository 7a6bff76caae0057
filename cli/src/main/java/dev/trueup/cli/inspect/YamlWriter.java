package dev.trueup.cli.inspect;

import dev.trueup.cli.inspect.Finding.Decision;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes what was found as a commented trueup.yaml. */
public final class YamlWriter {
  private final Inspection inspection;
  private final Set<String> names = new HashSet<>();
  private final StringBuilder out = new StringBuilder();

  private YamlWriter(Inspection inspection) {
    this.inspection = inspection;
  }

  /**
   * The file's text.
   *
   * @param datasource the lines below the datasource's name, without secrets
   */
  public static String write(Inspection inspection, List<String> datasource) {
    return new YamlWriter(inspection).write(datasource);
  }

  private String write(List<String> datasource) {
    line("# Written by `trueup init`. Each counter says how well it agreed with the rows then.");
    line(
        "# Read it over before you repair anything: an agreement is not a proof of what was meant.");
    line("datasources:");
    line("  app:");
    datasource.forEach(entry -> line("    " + entry));
    line("");
    List<Finding> chosen = with(Decision.CHOSEN);
    if (chosen.isEmpty()) {
      boolean proposes =
          inspection.findings().stream()
              .anyMatch(
                  found ->
                      found.decision() == Decision.TIED || found.decision() == Decision.UNPROVED);
      line(
          "# No counter could be settled on. "
              + (proposes
                  ? "Uncomment one of the proposals below, or write your own."
                  : inspection.findings().isEmpty()
                      ? "Write your own: nothing here looks like a counter."
                      : "Write your own: the "
                          + inspection.fields()
                          + " below look like counters."));
      line("#counters:");
    } else {
      line("counters:");
    }
    for (Finding finding : chosen) {
      line("");
      proposal(finding, finding.fits().get(0), "");
    }
    List<Finding> open = with(Decision.TIED);
    open.addAll(with(Decision.UNPROVED));
    if (!open.isEmpty()) {
      line("");
      line("  # ---- For a person to choose ----");
    }
    for (Finding finding : open) {
      line("");
      line("  # " + finding.name() + ": " + finding.why() + ".");
      String name = uniqueName(finding);
      for (Fit fit : finding.fits()) {
        proposal(finding, fit, "#", name);
      }
    }
    List<Finding> missing = with(Decision.NOT_FOUND);
    if (!missing.isEmpty()) {
      line("");
      line("  # ---- Look like counters; what they count was not found ----");
    }
    for (Finding finding : missing) {
      String guess =
          finding.fits().isEmpty()
              ? ""
              : " ("
                  + Described.of(finding.fits().get(0).hypothesis(), inspection.wording())
                  + ": "
                  + Agreement.of(finding.fits().get(0))
                  + ")";
      line("  # " + finding.name() + ": " + finding.why() + guess);
    }
    for (String note : inspection.notes()) {
      line("  # " + note);
    }
    return out.toString();
  }

  private List<Finding> with(Decision decision) {
    return new ArrayList<>(
        inspection.findings().stream().filter(found -> found.decision() == decision).toList());
  }

  private void proposal(Finding finding, Fit fit, String comment) {
    proposal(finding, fit, comment, uniqueName(finding));
  }

  private void proposal(Finding finding, Fit fit, String comment, String name) {
    Described described = Described.of(fit.hypothesis(), inspection.wording());
    String sampled =
        finding.target().isWhole() ? "" : " of a sample of " + finding.target().index().size();
    line("  # " + finding.name() + " = " + described);
    line("  # " + Agreement.of(fit) + sampled);
    String indent = "  " + comment;
    line(indent + name + ":");
    line(indent + "  kind: rows");
    line(indent + "  layout: adopted");
    line(indent + "  source:");
    line(indent + "    datasource: app");
    key(indent, inspection.wording().placeKey(), described.table());
    key(indent, "subject", described.subject());
    key(indent, "where", described.where());
    key(indent, "amount", described.amount());
    if (fit.hypothesis().amount() >= 0 && finding.column().scale() > 0) {
      line(indent + "    scale: " + finding.column().scale());
    }
    key(indent, "deleted", described.deleted());
    line(indent + "  target:");
    line(indent + "    datasource: app");
    key(indent, inspection.wording().placeKey(), finding.target().table().name());
    key(indent, "key", finding.target().key().name());
    key(indent, "column", finding.column().name());
  }

  private void key(String indent, String key, @Nullable String value) {
    if (value != null) {
      line(indent + "    " + key + ": " + quoted(value));
    }
  }

  /** A text as one YAML value; placeholders in it stay text. */
  public static String quoted(String text) {
    String plain = text.replace("${", "$${");
    return plain.matches("[A-Za-z_][A-Za-z0-9_]*")
            && !plain.matches("(?i)true|false|null|yes|no|on|off")
        ? plain
        : "'" + plain.replace("'", "''") + "'";
  }

  private String uniqueName(Finding finding) {
    List<String> table = new ArrayList<>(Words.of(finding.target().table().name()));
    table.set(table.size() - 1, Words.singular(table.get(table.size() - 1)));
    List<String> nouns = Words.nouns(finding.column().name());
    List<String> what =
        nouns.isEmpty() ? Words.of(finding.column().name()) : new ArrayList<>(nouns);
    String base =
        (String.join("-", table) + "." + String.join("-", plural(what)))
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9._-]", "");
    String name = base.length() > 90 ? base.substring(0, 90) : base;
    for (int i = 2; !names.add(name); i++) {
      name = base + "-" + i;
    }
    return name;
  }

  private static List<String> plural(List<String> words) {
    List<String> plural = new ArrayList<>(words);
    int last = plural.size() - 1;
    String word = plural.get(last);
    boolean countable = !word.endsWith("s") && !word.endsWith("ing");
    boolean single =
        Set.of("score", "total", "balance", "rating", "karma", "reputation", "count")
            .contains(word);
    if (countable && !single) {
      plural.set(
          last, word.endsWith("y") ? word.substring(0, word.length() - 1) + "ies" : word + "s");
    }
    return plural;
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
