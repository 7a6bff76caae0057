package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/** Ids that have to be looked up, each of a subject. Not thread-safe. */
public final class IdsBySubject {
  /** Alternatives in one question; SQLite nests them, and goes a thousand deep. */
  private static final int SUBJECTS_MAX = 100;

  private final Map<Subject, Set<String>> bySubject = new LinkedHashMap<>();

  /** Asks for one more; asking twice is asking once. */
  public void add(Subject subject, String id) {
    bySubject.computeIfAbsent(subject, key -> new LinkedHashSet<>()).add(id);
  }

  /** Conditions that together find them all; none where nothing is wanted. */
  public List<Condition> conditions(Field<String> subject, Field<String> id, Among among) {
    List<Condition> conditions = new ArrayList<>();
    List<Map.Entry<Subject, Set<String>>> all = List.copyOf(bySubject.entrySet());
    for (List<Map.Entry<Subject, Set<String>>> part : SubjectOrder.parts(all, SUBJECTS_MAX)) {
      conditions.add(
          DSL.or(
              part.stream()
                  .map(
                      one ->
                          subject
                              .eq(one.getKey().key())
                              .and(among.texts(id, List.copyOf(one.getValue()))))
                  .toList()));
    }
    return conditions;
  }
}
