package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the guesses at what a counter counts, for the rows of one link. */
final class Guesses {
  private static final int SUBSETS_VALUES_MAX = 5;
  private static final int PAIRS_VALUES_MAX = 6;

  private final SourceSample sample;
  private final String counter;
  private final List<String> nouns;
  private final boolean sums;

  Guesses(SourceSample sample, String counter, boolean sums) {
    this.sample = sample;
    this.counter = counter;
    this.nouns = Words.nouns(counter);
    this.sums = sums;
  }

  /** Every row, or every row of the one type where the reference is polymorphic. */
  List<Hypothesis> simple(Table target) {
    Link link = sample.link();
    List<Hypothesis> simple = new ArrayList<>();
    int typePlace = placeOf(link.typeColumn());
    if (typePlace < 0) {
      simple.add(counting(Map.of(), link.basis().cost));
      return simple;
    }
    Trait type = sample.traits().get(typePlace);
    for (int i = 0; i < type.size(); i++) {
      String value = type.values().get(i);
      if (value != null) {
        boolean meant =
            Words.of(value).stream()
                .anyMatch(
                    word ->
                        Words.of(target.name()).stream().anyMatch(own -> Words.related(word, own)));
        simple.add(counting(Map.of(typePlace, 1L << i), link.basis().cost + (meant ? 0 : 3)));
      }
    }
    simple.add(counting(Map.of(), link.basis().cost + 3));
    return simple;
  }

  /** The same with one more predicate. */
  List<Hypothesis> oneTrait(Hypothesis simple) {
    List<Hypothesis> guesses = new ArrayList<>();
    for (int place = 0; place < sample.traits().size(); place++) {
      Trait trait = sample.traits().get(place);
      if (simple.filter().containsKey(place) || trait.size() > Trait.VALUES_MAX) {
        continue;
      }
      for (long mask : masks(trait, SUBSETS_VALUES_MAX)) {
        guesses.add(withTrait(simple, place, mask));
      }
    }
    return guesses;
  }

  /** With predicates on two columns, of one value or all but one value each. */
  List<Hypothesis> twoTraits(Hypothesis simple) {
    List<Hypothesis> guesses = new ArrayList<>();
    int count = sample.traits().size();
    for (int one = 0; one < count; one++) {
      for (int other = one + 1; other < count; other++) {
        boolean taken = simple.filter().containsKey(one) || simple.filter().containsKey(other);
        if (taken
            || sample.traits().get(one).size() > PAIRS_VALUES_MAX
            || sample.traits().get(other).size() > PAIRS_VALUES_MAX) {
          continue;
        }
        for (long mask : masks(sample.traits().get(one), 1)) {
          Hypothesis half = withTrait(simple, one, mask);
          for (long otherMask : masks(sample.traits().get(other), 1)) {
            guesses.add(withTrait(half, other, otherMask));
          }
        }
      }
    }
    return guesses;
  }

  /** Sums of amounts, with the filter of a guess that counts rows. */
  List<Hypothesis> sums(Hypothesis counting) {
    List<Hypothesis> guesses = new ArrayList<>();
    for (int i = 0; sums && i < sample.amounts().size(); i++) {
      int cost = sample.amounts().get(i).hinted() ? 1 + i : 3 + i;
      guesses.add(
          new Hypothesis(sample, counting.filter(), i, -1, List.of(), counting.cost() + cost));
    }
    return guesses;
  }

  Hypothesis weighted(Hypothesis simple, int place, List<Integer> weights) {
    int cost = simple.cost() + traitCost(place) + (Words.isNet(counter) ? 1 : 4);
    for (int weight : weights) {
      cost += Math.abs(weight);
    }
    return new Hypothesis(sample, simple.filter(), -1, place, List.copyOf(weights), cost);
  }

  private Hypothesis counting(Map<Integer, Long> filter, int cost) {
    Link link = sample.link();
    long unexplained =
        nouns.stream()
            .filter(noun -> !isSaidBy(noun, link.source().name()))
            .filter(noun -> !isSaidBy(noun, link.column().name()))
            .count();
    return Hypothesis.counting(sample, filter, cost + 2 * (int) unexplained);
  }

  private Hypothesis withTrait(Hypothesis guess, int place, long mask) {
    Trait trait = sample.traits().get(place);
    int chosen = Long.bitCount(mask);
    int more = Math.max(0, Math.min(chosen, trait.size() - chosen) - 1);
    boolean said = nouns.stream().anyMatch(noun -> isSaid(noun, trait, mask));
    return guess.with(place, mask, traitCost(place) + more - (said ? 3 : 0));
  }

  private int traitCost(int place) {
    Trait trait = sample.traits().get(place);
    return trait.isHinted() ? 2 : 4;
  }

  /** Whether a word of the counter's name speaks of these values: closed, pulls. */
  private boolean isSaid(String noun, Trait trait, long mask) {
    boolean said = isSaidBy(noun, trait.column().name());
    for (int i = 0; i < trait.size(); i++) {
      String value = trait.values().get(i);
      boolean chosen = ((mask >> i) & 1) == 1;
      if (value == null) {
        continue;
      }
      if (said && chosen && (value.equals("true") || value.equals("1"))) {
        return true;
      }
      if (chosen && Long.bitCount(mask) == 1 && isSaidBy(noun, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSaidBy(String noun, String identifier) {
    return Words.of(identifier).stream().anyMatch(word -> Words.related(noun, word));
  }

  private int placeOf(@Nullable Column column) {
    for (int i = 0; column != null && i < sample.traits().size(); i++) {
      if (sample.traits().get(i).column().equals(column)) {
        return i;
      }
    }
    return -1;
  }

  /** All subsets of few values; of more, single values and all but one. */
  private static List<Long> masks(Trait trait, int subsetsMax) {
    long all = (1L << trait.size()) - 1;
    List<Long> masks = new ArrayList<>();
    if (trait.size() <= subsetsMax) {
      for (long mask = 1; mask < all; mask++) {
        masks.add(mask);
      }
      return masks;
    }
    for (int i = 0; i < trait.size(); i++) {
      masks.add(1L << i);
      if (trait.size() > 2) {
        masks.add(all & ~(1L << i));
      }
    }
    return masks;
  }
}
