package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.Correction.Outcome;
import dev.trueup.adopted.Correction.Result;
import dev.trueup.mongodb.adopted.NumberDocuments.Stored;
import dev.trueup.mongodb.source.Amounts;
import java.math.BigDecimal;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Writes corrections, each to one document and on a condition. A number is added to, in its own
 * type, only while it is of that type and the sum stays in it: servers differ in what they do
 * otherwise. A field that is missing comes into being by the same addition. Only null, to which
 * nothing can be added, is replaced, while it is still null.
 */
final class NumberCorrector {
  private static final Result GONE = new Result(Outcome.CHANGED, "The document is gone.");
  private static final Result OTHER =
      new Result(Outcome.CHANGED, "The counter is another than expected.");

  private final String counter;
  private final NumberDocuments numbers;

  NumberCorrector(String counter, NumberDocuments numbers) {
    this.counter = counter;
    this.numbers = numbers;
  }

  Result correct(Correction correction) {
    Stored stored = numbers.find(List.of(correction.subject())).get(correction.subject());
    if (stored == null) {
      return GONE;
    }
    return switch (correction.kind()) {
      case ADD -> add(stored, correction);
      case SET_NULL -> fill(stored, correction.amount());
      case RESTORE_NULL -> empty(stored, correction.amount());
    };
  }

  private Result add(Stored stored, Correction correction) {
    Object number = stored.number();
    BigDecimal value = Amounts.exact(number);
    Capacity capacity = StoredNumber.capacity(number);
    String sampled = correction.sampled();
    if (number == null || (sampled != null && !sampled.equals(StoredNumber.text(number)))) {
      return OTHER;
    }
    if (value == null || capacity == null) {
      return new Result(Outcome.REFUSED, "The counter is no number.");
    }
    Object amount = StoredNumber.inTypeOf(number, correction.amount());
    BigDecimal sum = value.add(correction.amount());
    if (amount == null || !capacity.fits(sum) || StoredNumber.inTypeOf(number, sum) == null) {
      return new Result(
          Outcome.OVERFLOW,
          "Its type is " + capacity.type() + ", which does not hold " + sum.toPlainString() + ".");
    }
    // The very value: what was checked above holds of what is added to.
    Document unchanged = new Document("$eq", number).append("$type", StoredNumber.type(number));
    return write(
        new Document("_id", stored.id()).append(numbers.column(), unchanged),
        new Document("$inc", new Document(numbers.column(), amount)));
  }

  private Result fill(Stored stored, BigDecimal amount) {
    if (stored.number() != null) {
      return OTHER;
    }
    Document field = new Document(numbers.column(), StoredNumber.fresh(amount));
    return stored.present()
        ? write(
            new Document("_id", stored.id())
                .append(numbers.column(), new Document("$type", "null")),
            new Document("$set", field))
        : write(
            new Document("_id", stored.id())
                .append(numbers.column(), new Document("$exists", false)),
            new Document("$inc", field));
  }

  /**
   * Without the field rather than with null: an application can add to the one, not to the other.
   */
  private Result empty(Stored stored, BigDecimal installed) {
    BigDecimal value = Amounts.exact(stored.number());
    @Nullable Object number = stored.number();
    if (number == null || value == null || value.compareTo(installed) != 0) {
      return OTHER;
    }
    return write(
        new Document("_id", stored.id())
            .append(
                numbers.column(),
                new Document("$eq", number).append("$type", StoredNumber.type(number))),
        new Document("$unset", new Document(numbers.column(), "")));
  }

  private Result write(Document filter, Document update) {
    long matched =
        numbers
            .database()
            .compareAndSet(
                "correct " + counter,
                () ->
                    numbers
                        .database()
                        .collection(numbers.collection())
                        .updateOne(filter, update)
                        .getMatchedCount());
    return matched == 1 ? Result.WRITTEN : OTHER;
  }
}
