package dev.trueup.testkit.members;

import dev.trueup.counter.Outcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Remembers every operation that was answered and works out anew who has to be in. It shares no
 * rule with what it audits: it keeps all operations and looks through them, where stores keep the
 * latest.
 */
final class MemberAuditor {
  /** An operation as it was sent. */
  record Sent(String subject, long day, String member, boolean adds, Instant at) {}

  /** A membership after merges. */
  record Link(String subject, long day, String member) {}

  private final boolean selfAllowed;
  private final Map<Link, Set<Sent>> heard = new HashMap<>();
  private final Set<Sent> unsure = new HashSet<>();
  private final Map<String, String> mergedSubjects = new HashMap<>();
  private final Map<String, String> mergedMembers = new HashMap<>();
  private final Map<String, Instant> removedSubjects = new HashMap<>();
  private final Map<String, Instant> removedMembers = new HashMap<>();

  MemberAuditor(boolean selfAllowed) {
    this.selfAllowed = selfAllowed;
  }

  Map<String, String> merged(boolean subjects) {
    return subjects ? mergedSubjects : mergedMembers;
  }

  Map<String, Instant> removed(boolean subjects) {
    return subjects ? removedSubjects : removedMembers;
  }

  String survivor(boolean subjects, String key) {
    String at = key;
    while (merged(subjects).containsKey(at)) {
      at = merged(subjects).getOrDefault(at, at);
    }
    return at;
  }

  /**
   * Whoever becomes a member of itself is dropped when its row is moved. Whether the next merge
   * makes it another's member before or after that is not known, so it is unsure until it is sent
   * again.
   */
  void merge(boolean subjects, String from, String into) {
    merged(subjects).put(from, survivor(subjects, into));
    Map<Link, Set<Sent>> again = new HashMap<>();
    heard
        .values()
        .forEach(
            all ->
                all.forEach(
                    sent -> again.computeIfAbsent(link(sent), key -> new HashSet<>()).add(sent)));
    heard.clear();
    heard.putAll(again);
    again.forEach(
        (link, all) -> {
          if (isSelf(link)) {
            unsure.addAll(all);
          }
        });
  }

  void remove(boolean subjects, String key, Instant at) {
    removed(subjects).merge(key, at, (one, other) -> one.isAfter(other) ? one : other);
  }

  Link link(Sent sent) {
    return new Link(survivor(true, sent.subject()), sent.day(), survivor(false, sent.member()));
  }

  boolean isUnsure(Sent sent) {
    return unsure.contains(sent);
  }

  /** Whether an answer about this membership was lost and never made good. */
  boolean isUnsure(Link link) {
    return unsure.stream().anyMatch(sent -> link(sent).equals(link));
  }

  /** How many memberships of a subject on a day are known from lost answers alone. */
  long unsureOnly(String subject, long day) {
    return unsure.stream()
        .map(this::link)
        .filter(link -> link.subject().equals(subject) && link.day() == day)
        .filter(link -> !heard.containsKey(link))
        .distinct()
        .count();
  }

  boolean isVoid(Sent sent) {
    return isVoid(true, sent.subject(), sent.at()) || isVoid(false, sent.member(), sent.at());
  }

  private boolean isVoid(boolean subjects, String key, Instant at) {
    String on = key;
    while (true) {
      Instant removedAt = removed(subjects).get(on);
      if (removedAt != null && !at.isAfter(removedAt)) {
        return true;
      }
      String next = merged(subjects).get(on);
      if (next == null) {
        return false;
      }
      on = next;
    }
  }

  boolean isSelf(Link link) {
    return !selfAllowed && link.subject().equals(link.member());
  }

  /** Whether a member has to be in, by all that was heard. */
  boolean isIn(Link link) {
    return !isSelf(link) && isIn(heard.getOrDefault(link, Set.of()), null);
  }

  private boolean isIn(Set<Sent> all, @Nullable Sent more) {
    boolean in = false;
    Instant latest = Instant.MIN;
    List<Sent> extra = more == null ? List.of() : List.of(more);
    for (Iterable<Sent> some : List.of(all, extra)) {
      for (Sent sent : some) {
        if (isVoid(sent)) {
          continue;
        }
        if (sent.at().isAfter(latest)) {
          latest = sent.at();
          in = sent.adds();
        } else if (sent.at().equals(latest) && !sent.adds()) {
          in = false;
        }
      }
    }
    return in;
  }

  /** Whether the opposite was heard for the same time. */
  boolean hasOpposite(Sent sent) {
    return heard.getOrDefault(link(sent), Set.of()).stream()
        .anyMatch(other -> other.at().equals(sent.at()) && other.adds() != sent.adds());
  }

  Set<Link> links() {
    return heard.keySet();
  }

  /**
   * Takes in an answer, and judges it where the state before is known for sure.
   *
   * @param exact whether no merge or removal of the keys is under way
   * @return what is wrong, or null
   */
  @Nullable String answered(Sent sent, Outcome.Kind kind, boolean exact) {
    if (kind == Outcome.Kind.UNKNOWN) {
      unsure.add(sent);
      return null;
    }
    Link link = link(sent);
    String fault = exact && !isUnsure(link) ? judge(sent, link, kind) : null;
    if (kind != Outcome.Kind.REJECTED) {
      unsure.remove(sent);
      heard.computeIfAbsent(link, key -> new HashSet<>()).add(sent);
      if (isSelf(link)) {
        unsure.add(sent);
      }
    }
    return fault;
  }

  private @Nullable String judge(Sent sent, Link link, Outcome.Kind kind) {
    if (kind == Outcome.Kind.REJECTED) {
      return null;
    }
    Set<Sent> before = heard.getOrDefault(link, Set.of());
    boolean was = isIn(before, null);
    boolean will = isIn(before, sent);
    boolean right;
    if (was != will) {
      right = kind == Outcome.Kind.APPLIED;
    } else if (isVoid(sent)) {
      right = kind == Outcome.Kind.DUPLICATE || kind == Outcome.Kind.COVERED;
    } else {
      right = kind == (was == sent.adds() ? Outcome.Kind.DUPLICATE : Outcome.Kind.COVERED);
    }
    return right ? null : sent + " was answered " + kind + ", was in: " + was + ", is in: " + will;
  }
}
