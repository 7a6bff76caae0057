package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.events.AuditedTally;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventBook;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Event stores with a key or a whole verb broken, by what is wrong with them. */
final class FaultyEventVerbs {
  private FaultyEventVerbs() {}

  static Map<String, ModelEvents.Backend> all() {
    Map<String, ModelEvents.Backend> faults = new LinkedHashMap<>();
    faults.put("ids differ in more than case", memory -> ids(memory, FaultyEventVerbs::folded));
    faults.put("ids are cut at blanks", memory -> ids(memory, String::stripTrailing));
    faults.put(
        "subjects differ in more than case", memory -> subjects(memory, FaultyEventVerbs::folded));
    faults.put("subjects are cut at blanks", memory -> subjects(memory, String::stripTrailing));
    faults.put("looks at the tally, then writes", LooksThenWrites::new);
    faults.put("knows only the ids that came through itself", KnowsItsOwnIds::new);
    faults.put("keeps refusals in the process", KeepsRefusals::new);
    faults.put("gives up a batch after the first refusal", GivesUpABatch::new);
    faults.put("takes any number of events", TakesAnyNumber::new);
    faults.put("answers in an order of its own", AnswersReversed::new);
    faults.put("reads values from a cache", ReadsFromACache::new);
    faults.put("a span holds its end", memory -> spans(memory, 0, 1));
    faults.put("a span leaves out its begin", memory -> spans(memory, 1, 0));
    faults.put("a span ignores the seal", SpanIgnoresTheSeal::new);
    faults.put("a seal ignores its limit", SealIgnoresLimit::new);
    faults.put("an audit believes the tallies", AuditBelieves::new);
    faults.put("an audit ignores the limit of a page", AuditIgnoresLimit::new);
    faults.put("rows ignore the limit of a page", RowsIgnoreLimit::new);
    faults.put("tells a lost answer as rejected", TellsLostRejected::new);
    faults.put("tells a lost answer as applied", TellsLostApplied::new);
    faults.put("enabling again forgets", EnablingForgets::new);
    return faults;
  }

  private static String folded(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  private static ModelEventStore ids(ModelEvents memory, UnaryOperator<String> change) {
    return new Broken(memory) {
      @Override
      protected String idKey(String id) {
        return change.apply(id);
      }
    };
  }

  private static ModelEventStore subjects(ModelEvents memory, UnaryOperator<String> change) {
    return new Broken(memory) {
      @Override
      protected Subject key(Subject subject) {
        return new Subject(change.apply(subject.key()));
      }
    };
  }

  private static ModelEventStore spans(ModelEvents memory, int later, int longer) {
    return new Broken(memory) {
      @Override
      public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
        return super.between(
            counter,
            subject,
            new CapInterval.Span(
                span.from().plusNanos(1_000L * later), span.to().plusNanos(1_000L * longer)));
      }
    };
  }

  private static final class LooksThenWrites extends Broken {
    private static final Exchanger<String> MEETING = new Exchanger<>();
    private static final ThreadLocal<Map<Subject, EventTally>> SEEN =
        ThreadLocal.withInitial(HashMap::new);
    private static final ThreadLocal<List<Subject>> ASKED = ThreadLocal.withInitial(ArrayList::new);

    LooksThenWrites(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<Outcome> apply(EventCounter counter, List<Event> events) {
      List<Subject> subjects = new ArrayList<>();
      for (Event event : events) {
        if (EventBook.isWellFormed(event)) {
          subjects.add(new Subject(event.subject()));
        }
      }
      SEEN.get().clear();
      SEEN.get().putAll(tallies(counter, subjects));
      ASKED.set(subjects);
      try {
        MEETING.exchange("looked", 3, TimeUnit.MILLISECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      } catch (TimeoutException alone) {
        // Nobody races this call; the fault shows in another one.
      }
      return super.apply(counter, events);
    }

    @Override
    protected EventTally loaded(EventTally stored) {
      EventTally old = SEEN.get().get(ASKED.get().remove(0));
      return old == null ? stored : old;
    }
  }

  private static final class KnowsItsOwnIds extends Broken {
    private final Set<String> own = new HashSet<>();

    KnowsItsOwnIds(ModelEvents memory) {
      super(memory);
    }

    @Override
    protected @Nullable JournalRow remembered(JournalRow row) {
      return own.contains(row.id()) ? row : null;
    }

    @Override
    protected boolean keeps(JournalRow row) {
      own.add(row.id());
      return true;
    }
  }

  private static final class KeepsRefusals extends Broken {
    private final Map<Refusal, Long> own = new EnumMap<>(Refusal.class);

    KeepsRefusals(ModelEvents memory) {
      super(memory);
    }

    @Override
    protected long recorded(Refusal refusal, long count) {
      own.merge(refusal, count, Long::sum);
      return 0;
    }

    @Override
    public Map<Refusal, Long> refusals(EventCounter counter) {
      return own;
    }
  }

  private static final class GivesUpABatch extends Broken {
    GivesUpABatch(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<Outcome> apply(EventCounter counter, List<Event> events) {
      List<Outcome> outcomes = new ArrayList<>();
      Outcome refusal = null;
      for (Event event : events) {
        Outcome outcome = refusal != null ? refusal : super.apply(counter, List.of(event)).get(0);
        refusal = outcome.kind() == Kind.REJECTED ? outcome : null;
        outcomes.add(outcome);
      }
      return outcomes;
    }
  }

  private static final class TakesAnyNumber extends Broken {
    TakesAnyNumber(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<Outcome> apply(EventCounter counter, List<Event> events) {
      List<Outcome> outcomes = new ArrayList<>();
      events.forEach(one -> outcomes.addAll(super.apply(counter, List.of(one))));
      return outcomes;
    }
  }

  private static final class AnswersReversed extends Broken {
    AnswersReversed(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<Outcome> apply(EventCounter counter, List<Event> events) {
      List<Outcome> outcomes = new ArrayList<>(super.apply(counter, events));
      Collections.reverse(outcomes);
      return outcomes;
    }
  }

  private static final class ReadsFromACache extends Broken {
    private final Map<String, EventTally> cache = new HashMap<>();

    ReadsFromACache(ModelEvents memory) {
      super(memory);
    }

    @Override
    public Map<Subject, EventTally> tallies(EventCounter counter, Collection<Subject> subjects) {
      Map<Subject, EventTally> read = new HashMap<>();
      super.tallies(counter, subjects)
          .forEach(
              (subject, tally) ->
                  read.put(
                      subject,
                      cache.computeIfAbsent(counter.name() + "\n" + subject, key -> tally)));
      return read;
    }
  }

  private static final class SpanIgnoresTheSeal extends Broken {
    SpanIgnoresTheSeal(ModelEvents memory) {
      super(memory);
    }

    @Override
    public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
      SpanTally tally = super.between(counter, subject, span);
      return new SpanTally(tally.value(), tally.events(), EventTally.NEVER);
    }
  }

  private static final class SealIgnoresLimit extends Broken {
    SealIgnoresLimit(ModelEvents memory) {
      super(memory);
    }

    @Override
    public SealStep seal(EventCounter counter, int rowsMax) {
      return super.seal(counter, BATCH_MAX);
    }
  }

  private static final class AuditBelieves extends Broken {
    AuditBelieves(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<AuditedTally> examine(EventCounter counter, @Nullable Subject after, int limit) {
      return super.examine(counter, after, limit).stream().map(FaultyEventVerbs::asStored).toList();
    }
  }

  private static AuditedTally asStored(AuditedTally audited) {
    EventTally stored = audited.stored();
    EventTally tally = stored == null ? EventTally.ZERO : stored;
    return new AuditedTally(
        audited.subject(),
        tally,
        tally.events() - tally.sealed().events(),
        BigInteger.valueOf(tally.added() - tally.sealed().added()),
        BigInteger.valueOf(tally.removed() - tally.sealed().removed()),
        List.of());
  }

  private static final class AuditIgnoresLimit extends Broken {
    AuditIgnoresLimit(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<AuditedTally> examine(EventCounter counter, @Nullable Subject after, int limit) {
      return super.examine(counter, after, BATCH_MAX);
    }
  }

  private static final class RowsIgnoreLimit extends Broken {
    RowsIgnoreLimit(ModelEvents memory) {
      super(memory);
    }

    @Override
    public List<JournalRow> rows(
        EventCounter counter, Subject subject, long afterSequence, int limit) {
      return super.rows(counter, subject, afterSequence, BATCH_MAX);
    }
  }

  private static final class TellsLostRejected extends Broken
      implements EventStoreUnderTest.Losing {
    TellsLostRejected(ModelEvents memory) {
      super(memory);
    }

    @Override
    public UnaryOperator<List<Outcome>> madeUp() {
      return outcomes ->
          outcomes.stream()
              .map(one -> Outcome.rejected(Rejection.OVERFLOW, "The connection broke."))
              .toList();
    }
  }

  private static final class TellsLostApplied extends Broken implements EventStoreUnderTest.Losing {
    TellsLostApplied(ModelEvents memory) {
      super(memory);
    }

    @Override
    public UnaryOperator<List<Outcome>> madeUp() {
      return outcomes -> outcomes;
    }
  }

  private static final class EnablingForgets extends Broken {
    private final ModelEventState state;

    EnablingForgets(ModelEvents memory) {
      super(memory);
      this.state = memory.state();
    }

    @Override
    public void enable(EventCounter counter) {
      synchronized (state) {
        state.counters.remove(counter.name());
        super.enable(counter);
      }
    }
  }
}
