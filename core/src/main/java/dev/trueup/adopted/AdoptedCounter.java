package dev.trueup.adopted;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.error.BadRequestException;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * A counter that the user's application owns, and the rows it counts.
 *
 * @param name as in trueup.yaml
 * @param source the rows
 * @param target the number
 * @param settle longer than an increment may be under way, clock skew and replica lag together
 */
public record AdoptedCounter(
    String name, SourceDefinition source, TargetDefinition target, Duration settle) {
  public AdoptedCounter {
    if (target.sameTransaction() && !source.datasource().equals(target.datasource())) {
      throw new BadRequestException(
          name
              + " cannot be same-transaction: its rows are in "
              + source.datasource()
              + " and its counter is in "
              + target.datasource()
              + ".");
    }
  }

  /** A total brought to the digits at which this counter is compared. */
  BigDecimal atScale(BigDecimal total) {
    Integer scale = source.scale();
    return scale == null ? total : total.setScale(scale, source.rounding());
  }
}
