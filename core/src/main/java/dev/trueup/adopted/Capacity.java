package dev.trueup.adopted;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What the type of a counter can hold.
 *
 * @param type as the database calls it
 * @param min the least, or null where there is no bound that matters
 * @param max the largest, likewise
 * @param scale the most digits after the point, or null where any number of them is kept
 * @param digits the most significant digits kept, or null where all are; whole numbers between min
 *     and max are kept whatever this says
 * @param additive whether numbers can be added to it; a text column may hold digits and cannot
 */
public record Capacity(
    String type,
    @Nullable BigDecimal min,
    @Nullable BigDecimal max,
    @Nullable Integer scale,
    @Nullable Integer digits,
    boolean additive) {
  /** Whether the number can be stored exactly. */
  public boolean fits(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    boolean isWhole = shortest.scale() <= 0;
    return (min == null || number.compareTo(min) >= 0)
        && (max == null || number.compareTo(max) <= 0)
        && (scale == null || shortest.scale() <= scale)
        && (digits == null || shortest.precision() <= digits || (isWhole && min != null));
  }
}
