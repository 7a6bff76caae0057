package dev.trueup.testkit.simulation;

import java.time.Instant;
import java.time.InstantSource;

/** The clocks of source and store, which do not agree with each other or with the agenda. */
final class Clocks {
  private final Agenda agenda;
  private final Settings settings;
  private final OpenTransactions open;
  private long sourceOff;

  Clocks(Agenda agenda, Settings settings, OpenTransactions open) {
    this.agenda = agenda;
    this.settings = settings;
    this.open = open;
  }

  /** The source database's clock. */
  long source() {
    return agenda.now() + sourceOff;
  }

  /** The clock steps: from now on it is this far off, at most the jitter. */
  void stepSource(long off) {
    sourceOff = off;
  }

  long sourceOff() {
    return sourceOff;
  }

  /** The store's clock. */
  long store() {
    return agenda.now() + settings.storeAhead();
  }

  InstantSource storeClock() {
    return new InstantSource() {
      @Override
      public Instant instant() {
        return Agenda.instant(store());
      }
    };
  }

  boolean immutable() {
    return settings.immutable();
  }

  /**
   * By the source's clock; {@link World#ALWAYS} where there is none or the source does not tell.
   */
  long oldestOpenTransaction() {
    if (!settings.tellsOpenTransactions()) {
      return World.ALWAYS;
    }
    long oldest = open.oldest();
    return oldest == World.ALWAYS ? oldest : oldest + sourceOff;
  }
}
