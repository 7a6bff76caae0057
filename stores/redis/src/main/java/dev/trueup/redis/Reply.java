package dev.trueup.redis;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a script answered: a word, then what belongs to it. */
public record Reply(List<Object> parts) {

  /** Reads a reply; a key of another type is refused here, for every script. */
  static Reply of(String place, String doing, List<Object> parts) {
    Reply reply = new Reply(parts);
    if (!parts.isEmpty() && "type".equals(parts.get(0))) {
      throw new BadRequestException(
          place
              + " could not "
              + doing
              + ": key "
              + reply.text(1)
              + " is a "
              + reply.text(2)
              + " and has to be a "
              + reply.text(3)
              + ". Nothing was changed there. Something else writes under Trueup's names; give one"
              + " of the two a database of its own.");
    }
    return reply;
  }

  /** The word. */
  public String word() {
    return text(0);
  }

  public String text(int at) {
    return textOf(parts.get(at));
  }

  /** The parts, all of them texts. */
  public List<String> texts() {
    return parts.stream().map(Reply::textOf).toList();
  }

  /** A part that is a list of texts. */
  public List<String> texts(int at) {
    if (!(parts.get(at) instanceof List<?> list)) {
      throw unexpected(parts.get(at));
    }
    List<String> texts = new ArrayList<>(list.size());
    for (Object one : list) {
      texts.add(textOf(one));
    }
    return texts;
  }

  /** A part that is a list of fields, each with its value behind it. */
  public Map<String, String> fields(int at) {
    List<String> texts = texts(at);
    Map<String, String> fields = new LinkedHashMap<>();
    for (int field = 0; field + 1 < texts.size(); field += 2) {
      fields.put(texts.get(field), texts.get(field + 1));
    }
    return fields;
  }

  private static String textOf(Object part) {
    if (!(part instanceof String text)) {
      throw unexpected(part);
    }
    return text;
  }

  private static BrokenInvariantException unexpected(Object part) {
    return new BrokenInvariantException("A script answered " + part + " where text belongs.");
  }
}
