package dev.trueup.mongodb.source;

import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Reads;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Counts documents by subject, in one aggregation. A server adds in 64 bits, and past them goes
 * wrong in a way of its own: a sum that might have been there, or that a number with a point went
 * into, is added again here, exactly.
 */
public final class Counting {
  private final Reads reads;
  private final DocumentFacts facts;

  public Counting(DocumentDatabase database, DocumentFacts facts) {
    this(database.reads(), facts);
  }

  /**
   * @param reads what the documents are read by
   */
  public Counting(Reads reads, DocumentFacts facts) {
    this.reads = reads;
    this.facts = facts;
  }

  /**
   * What the documents of one subject add up to.
   *
   * @param facts how many there are
   */
  public record Counted(BigDecimal value, long facts) {
    Counted plus(Counted other) {
      return new Counted(value.add(other.value), Math.addExact(facts, other.facts));
    }
  }

  /** The totals of the documents that a filter takes, those without a subject left out. */
  public Map<Subject, Counted> count(Document filter) {
    return facts.definition().distinct() == null ? sums(filter) : distinct(filter);
  }

  private Map<Subject, Counted> sums(Document filter) {
    Document group =
        new Document("_id", facts.groupKey()).append("facts", new Document("$sum", 1L));
    if (facts.amounts().constant() == null) {
      Object amount = facts.amounts().expression();
      group
          .append("sum", new Document("$sum", amount))
          .append("least", new Document("$min", amount))
          .append("most", new Document("$max", amount));
    }
    Map<Subject, Counted> counted = new HashMap<>();
    for (Document row : aggregate(List.of(match(filter), new Document("$group", group)))) {
      Subject subject = facts.subjectOfGroup(row.get("_id"));
      if (subject != null) {
        counted.merge(subject, total(subject, row, filter), Counted::plus);
      }
    }
    return counted;
  }

  private Counted total(Subject subject, Document row, Document filter) {
    long number = row.get("facts", Number.class).longValue();
    Long constant = facts.amounts().constant();
    if (constant != null) {
      return new Counted(BigDecimal.valueOf(constant).multiply(BigDecimal.valueOf(number)), number);
    }
    Object most = row.get("most");
    if (most != null && Amounts.exact(most) == null) {
      throw refused(subject, most);
    }
    if (isExact(row, number)) {
      return new Counted(BigDecimal.valueOf(row.get("sum", Number.class).longValue()), number);
    }
    return new Counted(addedHere(subject, filter), number);
  }

  /** Whole numbers, and so few or so small that no sum of some of them passes 64 bits. */
  private static boolean isExact(Document row, long number) {
    Object sum = row.get("sum");
    BigInteger largest = largest(row.get("least")).max(largest(row.get("most")));
    return (sum instanceof Integer || sum instanceof Long)
        && largest.multiply(BigInteger.valueOf(number)).bitLength() < Long.SIZE - 1;
  }

  private static BigInteger largest(@Nullable Object value) {
    BigDecimal number = Amounts.exact(value);
    return number == null ? BigInteger.ZERO : number.abs().toBigInteger().add(BigInteger.ONE);
  }

  private BigDecimal addedHere(Subject subject, Document filter) {
    List<Document> steps =
        List.of(
            match(DocumentFacts.all(filter, facts.ofSubjects(List.of(subject)))),
            new Document("$project", new Document("amount", facts.amounts().expression())));
    return reads.ask(
        "add up " + subject + " in " + facts.collection(),
        () -> {
          BigDecimal sum = BigDecimal.ZERO;
          try (var cursor =
              reads.aggregate(facts.collection(), steps).allowDiskUse(true).iterator()) {
            while (cursor.hasNext()) {
              Object value = cursor.next().get("amount");
              if (value != null) {
                BigDecimal amount = Amounts.exact(value);
                if (amount == null) {
                  throw refused(subject, value);
                }
                sum = sum.add(amount);
              }
            }
          }
          return sum;
        });
  }

  private SourceRefusedException refused(Subject subject, Object value) {
    return new SourceRefusedException(
        "A document of "
            + subject
            + " in "
            + facts.collection()
            + " has an amount ("
            + facts.definition().amount()
            + ") that is no number: "
            + value
            + ". Correct it, or leave it out with where.");
  }

  private Map<Subject, Counted> distinct(Document filter) {
    String field = String.valueOf(facts.definition().distinct());
    Document byValue = new Document("subject", facts.groupKey()).append("value", "$" + field);
    Map<Subject, Counted> counted = new HashMap<>();
    for (Document row :
        aggregate(
            List.of(
                match(DocumentFacts.all(filter, new Document(field, new Document("$ne", null)))),
                new Document(
                    "$group",
                    new Document("_id", byValue).append("facts", new Document("$sum", 1L))),
                new Document(
                    "$group",
                    new Document("_id", "$_id.subject")
                        .append("values", new Document("$sum", 1L))
                        .append("facts", new Document("$sum", "$facts")))))) {
      Subject subject = facts.subjectOfGroup(row.get("_id"));
      if (subject != null) {
        Counted one =
            new Counted(
                BigDecimal.valueOf(row.get("values", Number.class).longValue()),
                row.get("facts", Number.class).longValue());
        counted.merge(subject, one, Counted::plus);
      }
    }
    return counted;
  }

  private static Document match(Document filter) {
    return new Document("$match", filter);
  }

  private List<Document> aggregate(List<Document> steps) {
    return reads.ask(
        "count " + facts.collection(),
        () ->
            reads.aggregate(facts.collection(), steps).allowDiskUse(true).into(new ArrayList<>()));
  }
}
