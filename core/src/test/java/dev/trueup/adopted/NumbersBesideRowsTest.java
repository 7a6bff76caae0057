package dev.trueup.adopted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.adopted.CountedNumbers.Stored;
import dev.trueup.adopted.CountedRows.Group;
import dev.trueup.counter.Subject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class NumbersBesideRowsTest {
  private static final Subject OUT_OF_SCOPE = new Subject("out of scope");

  /** Numbers in memory; one subject is there and the counter is not about it. */
  private static final class Numbers implements CountedNumbers {
    final Map<Subject, Stored> stored = new TreeMap<>();

    @Override
    public void all(Consumer<Map<Subject, Stored>> chunks) {
      // Chunks of two: the last one is not full.
      Map<Subject, Stored> chunk = new LinkedHashMap<>();
      for (Map.Entry<Subject, Stored> one : stored.entrySet()) {
        chunk.put(one.getKey(), one.getValue());
        if (chunk.size() == 2) {
          chunks.accept(Map.copyOf(chunk));
          chunk.clear();
        }
      }
      if (!chunk.isEmpty()) {
        chunks.accept(Map.copyOf(chunk));
      }
    }

    @Override
    public Map<Subject, Stored> of(Collection<Subject> subjects) {
      Map<Subject, Stored> found = new TreeMap<>(stored);
      found.keySet().retainAll(Set.copyOf(subjects));
      return found;
    }

    @Override
    public Set<Subject> existing(Collection<Subject> subjects) {
      return subjects.stream()
          .filter(one -> stored.containsKey(one) || one.equals(OUT_OF_SCOPE))
          .collect(Collectors.toSet());
    }
  }

  private static final class Rows implements CountedRows {
    final Map<Subject, Long> facts = new TreeMap<>();
    long withoutSubject;
    int listed;

    @Override
    public long all(Consumer<List<Group>> pages, Watch watch) {
      listed++;
      pages.accept(of(facts.keySet(), false));
      return withoutSubject;
    }

    @Override
    public List<Group> of(Collection<Subject> subjects, boolean withDigest) {
      List<Group> groups = new ArrayList<>();
      for (Subject subject : subjects) {
        long number = facts.getOrDefault(subject, 0L);
        if (number > 0) {
          groups.add(new Group(subject, BigDecimal.valueOf(number), number, withDigest ? "d" : ""));
        }
      }
      return groups;
    }

    @Override
    public Total total() {
      return new Total(
          withoutSubject + facts.values().stream().mapToLong(Long::longValue).sum(),
          withoutSubject);
    }
  }

  private final Numbers numbers = new Numbers();
  private final Rows rows = new Rows();
  private final List<Sample> samples = new ArrayList<>();

  private void number(String subject, String stored) {
    numbers.stored.put(new Subject(subject), new Stored(stored, null));
  }

  private AdoptedPlace.Scan scan() {
    return new NumbersBesideRows("post.comments", numbers, rows).scan(samples::add, Watch.NONE);
  }

  @Test
  void numbersAreComparedWithTheirRowsAndRowsWithoutANumberAreFound() {
    number("1", "5");
    number("2", "0");
    number("3", "1");
    rows.facts.put(new Subject("1"), 4L);
    rows.facts.put(new Subject("3"), 1L);
    rows.facts.put(new Subject("9"), 2L);
    rows.facts.put(OUT_OF_SCOPE, 1L);
    rows.withoutSubject = 3;

    assertThat(scan()).isEqualTo(new AdoptedPlace.Scan(3, 3));

    assertThat(samples)
        .containsExactlyInAnyOrder(
            new Sample(new Subject("1"), true, "5", BigDecimal.valueOf(4), 4, ""),
            new Sample(new Subject("2"), true, "0", BigDecimal.ZERO, 0, ""),
            new Sample(new Subject("3"), true, "1", BigDecimal.ONE, 1, ""),
            new Sample(new Subject("9"), false, null, BigDecimal.valueOf(2), 2, ""));
  }

  @Test
  void whereEveryRowHasItsNumberTheSubjectsOfTheRowsAreNotListed() {
    number("1", "4");
    rows.facts.put(new Subject("1"), 4L);
    rows.withoutSubject = 1;

    assertThat(scan()).isEqualTo(new AdoptedPlace.Scan(1, 1));

    assertThat(rows.listed).isZero();
  }

  @Test
  void whatCanBeReadTogetherIsTakenAsItWasReadTogether() {
    number("1", "4");
    rows.facts.put(new Subject("1"), 4L);
    Sample ofOneMoment = new Sample(new Subject("1"), true, "3", BigDecimal.valueOf(3), 3, "");
    NumbersBesideRows both =
        new NumbersBesideRows(
            "post.comments", numbers, rows, (subjects, withDigest) -> List.of(ofOneMoment));

    both.scan(samples::add, Watch.NONE);

    assertThat(samples).containsExactly(ofOneMoment);
    assertThat(both.sample(List.of(new Subject("1")))).containsExactly(ofOneMoment);
    assertThat(
            new NumbersBesideRows("post.comments", numbers, rows).sample(List.of(new Subject("1"))))
        .containsExactly(new Sample(new Subject("1"), true, "4", BigDecimal.valueOf(4), 4, "d"));
  }
}
