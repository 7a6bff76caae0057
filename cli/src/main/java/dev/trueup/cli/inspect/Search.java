package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the counters of a database and tries on the data what they may count. For one thread. */
final class Search {
  private static final int FITS_KEPT = 40;

  private final Questions questions;
  private final Catalog catalog;
  private final Consumer<String> progress;
  private final SourceLook look;
  private final Map<Link, SourceSample> samples = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

  Search(Questions questions, Catalog catalog, Consumer<String> progress) {
    this.questions = questions;
    this.catalog = catalog;
    this.progress = progress;
    this.look = new SourceLook(questions);
  }

  /** What was left out for lack of time or size; sentences for people. */
  List<String> notes() {
    return notes;
  }

  List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    for (Table table : catalog.tables()) {
      List<Column> counters = counters(table);
      if (counters.isEmpty()) {
        continue;
      }
      if (table.singleKey().isEmpty()) {
        notes.add(
            table.name() + " has no primary key of one column; its counters were not looked at.");
        continue;
      }
      if (questions.outOfTime()) {
        notes.add(table.name() + " was not looked at: the time for the whole search was over.");
        continue;
      }
      samples.clear();
      findings.addAll(inTable(table, counters));
    }
    return findings;
  }

  private List<Finding> inTable(Table table, List<Column> counters) {
    progress.accept("reading " + table.name());
    TargetSample target = TargetSample.take(questions, table, counters).orElse(null);
    if (target == null) {
      notes.add(
          table.name() + " was not looked at: it took longer than " + limit() + " or refused.");
      return List.of();
    }
    if (!target.isWhole()) {
      notes.add(
          table.name()
              + " has "
              + target.rows()
              + " rows; a sample of "
              + target.index().size()
              + " was compared.");
    }
    List<Link> links = Link.into(table, catalog);
    List<Finding> findings = new ArrayList<>();
    for (Column column : counters) {
      findings.add(find(target, column, links));
    }
    return findings;
  }

  private List<Column> counters(Table table) {
    return table.columns().stream()
        .filter(Column::isNumber)
        .filter(column -> !table.isKey(column) && !table.isForeignKey(column))
        .filter(column -> !Words.of(column.name()).contains("id"))
        .filter(column -> Words.mayCount(column.name()) || namesATable(column, table))
        .toList();
  }

  /** {@code users.followers} beside a table of followers. */
  private boolean namesATable(Column column, Table own) {
    return catalog.tables().stream()
        .filter(table -> !table.equals(own))
        .anyMatch(table -> table.name().equalsIgnoreCase(column.lastName()));
  }

  private Finding find(TargetSample target, Column column, List<Link> links) {
    List<@Nullable BigDecimal> counters = target.counters().getOrDefault(column.name(), List.of());
    int scale = column.scale();
    for (BigDecimal counter : counters) {
      scale = counter == null ? scale : Math.max(scale, counter.stripTrailingZeros().scale());
    }
    List<Fit> fits = new ArrayList<>();
    for (Link link : links) {
      progress.accept(
          "trying " + link.name() + " for " + target.table().name() + "." + column.name());
      SourceSample sample = sample(link, target);
      if (sample != null && sample.isPlausible()) {
        fits.addAll(tried(sample, target, column, counters, scale));
      }
    }
    return Judgement.of(target, column, fits, counters, scale);
  }

  private @Nullable SourceSample sample(Link link, TargetSample target) {
    if (samples.containsKey(link)) {
      return samples.get(link);
    }
    SourceSample sample = null;
    if (questions.outOfTime()) {
      notes.add(link.name() + " was not tried: the time for the whole search was over.");
    } else {
      sample =
          SourceSample.take(
                  questions,
                  link,
                  look.traits(link.source()),
                  SourceLook.amounts(link.source()),
                  target)
              .orElse(null);
      if (sample == null) {
        notes.add(link.name() + " was not tried: it took longer than " + limit() + " or refused.");
      }
    }
    samples.put(link, sample);
    return sample;
  }

  private String limit() {
    return questions.limits().seconds() + " s";
  }

  private static List<Fit> tried(
      SourceSample sample,
      TargetSample target,
      Column column,
      List<@Nullable BigDecimal> counters,
      int scale) {
    boolean sums = Words.isSum(column.name()) || column.type() == Column.Type.DECIMAL;
    Guesses guesses = new Guesses(sample, column.name(), sums);
    boolean net =
        Words.isNet(column.name())
            || counters.stream().anyMatch(counter -> counter != null && counter.signum() < 0);
    List<Fit> fits = new ArrayList<>();
    for (Hypothesis simple : guesses.simple(target.table())) {
      add(fits, Fit.of(simple, counters, scale));
      guesses.sums(simple).forEach(sum -> add(fits, Fit.of(sum, counters, scale)));
      for (Hypothesis one : guesses.oneTrait(simple)) {
        add(fits, Fit.of(one, counters, scale));
        guesses.sums(one).forEach(sum -> add(fits, Fit.of(sum, counters, scale)));
      }
      if (fits.stream().noneMatch(fit -> fit.wrong() == 0 && fit.proved() > 0)) {
        guesses.twoTraits(simple).forEach(two -> add(fits, Fit.of(two, counters, scale)));
      }
      if (net) {
        Weights weights = new Weights(guesses, counters, scale);
        for (int place = 0; place < sample.traits().size(); place++) {
          int values = sample.traits().get(place).size();
          if (values <= Trait.VALUES_MAX && !simple.filter().containsKey(place)) {
            add(fits, weights.best(simple, place, values));
          }
        }
      }
    }
    return fits;
  }

  /** Keeps the best, so that memory does not grow with the number of guesses. */
  private static void add(List<Fit> fits, Fit fit) {
    fits.add(fit);
    if (fits.size() > 2 * FITS_KEPT) {
      fits.sort(Judgement.order());
      fits.subList(FITS_KEPT, fits.size()).clear();
    }
  }
}
