package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.TrueupConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who serves the kinds whose truth Trueup holds itself: one line for each. */
final class ExactKinds {
  private final EventKind events;
  private final MemberKind members;
  private final LedgerKind ledgers;
  private final Map<Class<? extends CounterConfig>, ExactKind> byConfig;

  ExactKinds(
      TrueupConfig config, TrueupOptions options, Databases databases, ManagedRuntime managed) {
    this.events = new EventKind(config, databases, managed);
    this.members = new MemberKind(config, databases);
    this.ledgers = new LedgerKind(config, databases, options.waiter());
    this.byConfig =
        Map.of(
            CounterConfig.Events.class,
            events,
            CounterConfig.Members.class,
            members,
            CounterConfig.Ledger.class,
            ledgers);
  }

  EventKind events() {
    return events;
  }

  LedgerKind ledgers() {
    return ledgers;
  }

  MemberKind members() {
    return members;
  }

  /** Who serves a counter; null for rows, and for kinds that this version cannot run. */
  @Nullable ExactKind of(CounterConfig counter) {
    return byConfig.get(counter.getClass());
  }
}
