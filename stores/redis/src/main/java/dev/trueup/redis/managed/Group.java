package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.redis.Call;
import dev.trueup.redis.Reply;
import dev.trueup.store.Admission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one batch that belong to one subject. They are judged here by what is known of the
 * head; a script then writes them if that is still the head, and otherwise answers with what it
 * found, by which they are judged again. For one thread.
 */
final class Group {
  private final Counter counter;
  private final Subject subject;
  private final boolean withReading;
  private final List<Change> changes = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();

  private StoredHead stored;
  private Instant now;
  private boolean fresh;
  private Map<String, String> known = Map.of();
  private @Nullable Plan plan;

  /** What a script is to do with which changes, and the outcomes that need none. */
  private record Plan(List<Change> sent, Map<Integer, Outcome> decided) {}

  /**
   * @param stored the head as it was seen last, or a guess
   * @param now a time that the server's clock has surely reached
   */
  Group(Counter counter, Subject subject, boolean withReading, StoredHead stored, Instant now) {
    this.counter = counter;
    this.subject = subject;
    this.withReading = withReading;
    this.stored = stored;
    this.now = now;
  }

  Subject subject() {
    return subject;
  }

  void add(int place, Change change) {
    places.add(place);
    changes.add(change);
  }

  /** The next script to run; null: every outcome is decided, and there is nothing to write. */
  @Nullable Call next(String marker) {
    Map<Integer, Outcome> decided = new HashMap<>();
    List<Change> sent = new ArrayList<>();
    List<String> tuples = new ArrayList<>();
    boolean strict = isStrict();
    boolean unsure = !fresh && (strict || isAnyRefused());
    Foresight foresight = strict && fresh ? new Foresight(counter, stored) : null;
    for (int at = 0; at < changes.size(); at++) {
      Change change = changes.get(at);
      Outcome refusal =
          unsure ? null : Admission.refusal(counter, stored.head(), change, knownBy(change), now);
      if (refusal == null && foresight != null && !foresight.fits(change)) {
        refusal = overflow(change);
      }
      boolean covered = refusal != null && refusal.kind() == Outcome.Kind.COVERED;
      if (refusal == null || covered) {
        sent.add(change);
        tuples.addAll(tuple(change, covered));
      } else {
        decided.put(at, refusal);
      }
    }
    plan = new Plan(sent, decided);
    if (sent.isEmpty()) {
      return null;
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(marker);
    arguments.add(unsure ? "?" : stored.version());
    arguments.add(strict && fresh ? stored.sequence() : "");
    arguments.add(withReading ? "1" : "");
    arguments.add(changes.stream().anyMatch(Foresight::isLarge) ? "1" : "");
    arguments.add(subject.key());
    arguments.addAll(tuples);
    return new Call(Scripts.ACCEPT, Keys.ofWrite(counter, subject), arguments);
  }

  /** Judged by an old clock or a remembered head, a refusal proves nothing. */
  private boolean isAnyRefused() {
    return changes.stream()
        .map(change -> Admission.refusal(counter, stored.head(), change, null, now))
        .anyMatch(refusal -> refusal != null && refusal.kind() != Outcome.Kind.COVERED);
  }

  /** Only a reading that is asked for can make a sum matter before it is written. */
  private boolean isStrict() {
    return withReading
        && (stored.wide()
            || changes.stream().anyMatch(Foresight::isLarge)
            || Foresight.isLarge(stored.head()));
  }

  private @Nullable Change knownBy(Change change) {
    String text = known.get(change.id());
    return text == null ? null : Texts.change(counter.name(), subject, change.id(), text);
  }

  private List<String> tuple(Change change, boolean covered) {
    return List.of(
        covered ? "covered" : "apply",
        change.id(),
        covered ? Texts.withId(change) : Texts.of(change),
        Texts.of(counter.cellOf(change)),
        Long.toString(change.amount()));
  }

  /** Takes in what a script found instead of what the changes were judged by. */
  void look(Instant seenAt, StoredHead found, List<String> knownTexts) {
    stored = found;
    now = seenAt;
    fresh = true;
    known = new HashMap<>();
    List<Change> sent = requirePlan().sent();
    for (int at = 0; at < knownTexts.size(); at++) {
      if (!knownTexts.get(at).isEmpty()) {
        known.put(sent.get(at).id(), knownTexts.get(at));
      }
    }
  }

  /** Puts the outcomes in their places, once there is nothing more to write. */
  void finish(Outcome[] outcomes) {
    requirePlan().decided().forEach((at, outcome) -> outcomes[places.get(at)] = outcome);
  }

  /** Puts the outcomes in their places, as the script told them. */
  void finish(Reply reply, Instant answeredAt, Outcome[] outcomes) {
    finish(outcomes);
    List<String> results = reply.texts(2);
    int next = 0;
    Readings readings =
        withReading
            ? new Readings(counter, subject, StoredHead.of(reply.fields(3)), answeredAt)
            : null;
    for (int at = changes.size() - 1; at >= 0; at--) {
      if (requirePlan().decided().containsKey(at)) {
        continue;
      }
      Change change = changes.get(at);
      String result = results.get(results.size() - 1 - next++);
      outcomes[places.get(at)] =
          switch (result.charAt(0)) {
            case 'A' -> readings == null ? Outcome.applied() : readings.before(change);
            case 'C' -> Outcome.covered();
            case 'O' -> overflow(change);
            case 'K' -> knownAs(change, result.substring(1), answeredAt);
            default -> throw new BrokenInvariantException("A script answered " + result + ".");
          };
    }
  }

  private Outcome knownAs(Change change, String text, Instant answeredAt) {
    Change recorded = Texts.change(counter.name(), subject, change.id(), text);
    Outcome refusal = Admission.refusal(counter, stored.head(), change, recorded, answeredAt);
    if (refusal == null) {
      throw new BrokenInvariantException(
          "Change " + change.id() + " of " + counter.name() + " is known and was let in.");
    }
    return refusal;
  }

  private Outcome overflow(Change change) {
    return Outcome.rejected(
        Rejection.OVERFLOW,
        "Change "
            + change.id()
            + " of "
            + counter.name()
            + " would take the sums of "
            + subject
            + " past the range of 64 bits.");
  }

  private Plan requirePlan() {
    Plan current = plan;
    if (current == null) {
      throw new IllegalStateException("no script was asked for");
    }
    return current;
  }
}
