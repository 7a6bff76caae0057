package dev.trueup.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** One mapping of the file: its keys, its place, and the faults found in it. */
final class Section {
  private final String path;
  private final Node node;
  private final Reading reading;
  private final Map<String, NodeTuple> entries = new LinkedHashMap<>();

  /** What all sections of one file share. */
  record Reading(Faults faults, Environment environment) {}

  private Section(String path, Node node, Reading reading) {
    this.path = path;
    this.node = node;
    this.reading = reading;
  }

  /** A section of any keys. A node that is no mapping is a fault and reads as an empty one. */
  static Section of(String path, Node node, Reading reading) {
    Section section = new Section(path, node, reading);
    if (!(node instanceof MappingNode mapping)) {
      if (!isNull(node)) {
        section.fault(node, "a " + kindOf(node), "keys with values");
      }
      return section;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        section.fault(
            tuple.getKeyNode(), "a " + kindOf(tuple.getKeyNode()) + " as a key", "a word");
        continue;
      }
      NodeTuple first = section.entries.putIfAbsent(key.getValue(), tuple);
      if (first != null) {
        reading
            .faults()
            .add(
                section.pathOf(key.getValue()),
                key,
                "given twice, first at line "
                    + Faults.position(first.getKeyNode().getStartMark().orElse(null)),
                "each key once");
      }
    }
    return section;
  }

  /** Names the keys that may stand here; each other one is a fault. */
  Section allowOnly(Collection<String> keys) {
    return allowOnly(keys, String.join(", ", keys));
  }

  /** The same, where not all of the keys are to be advertised. */
  Section allowOnly(Collection<String> keys, String allowed) {
    entries.forEach(
        (key, tuple) -> {
          if (!keys.contains(key)) {
            reading
                .faults()
                .add(
                    pathOf(key),
                    tuple.getKeyNode(),
                    "unknown key",
                    allowed + Suggestion.sentence(key, keys));
          }
        });
    return this;
  }

  String path() {
    return path;
  }

  Node node() {
    return node;
  }

  Set<String> keys() {
    return entries.keySet();
  }

  boolean has(String key) {
    NodeTuple tuple = entries.get(key);
    return tuple != null && !isNull(tuple.getValueNode());
  }

  boolean isMapping(String key) {
    NodeTuple tuple = entries.get(key);
    return tuple != null && tuple.getValueNode() instanceof MappingNode;
  }

  /** A section below this one; empty, and placed here, where it is left out. */
  Section section(String key) {
    NodeTuple tuple = entries.get(key);
    return tuple == null
        ? new Section(pathOf(key), node, reading)
        : of(pathOf(key), tuple.getValueNode(), reading);
  }

  /** The value of a key, or null where it is left out or faulty. */
  @Nullable Value value(String key) {
    NodeTuple tuple = entries.get(key);
    return tuple == null ? null : valueOf(pathOf(key), tuple.getValueNode());
  }

  /** The value of a key that has to be there. */
  @Nullable Value required(String key, String allowed) {
    if (!entries.containsKey(key)) {
      reading.faults().add(pathOf(key), node, "missing", allowed);
      return null;
    }
    return value(key);
  }

  /** A text, or a list of them. Empty where the key is left out or faulty. */
  List<String> texts(String key, int countMax) {
    NodeTuple tuple = entries.get(key);
    if (tuple == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    Node node = tuple.getValueNode();
    List<Node> items = node instanceof SequenceNode list ? list.getValue() : List.of(node);
    if (items.isEmpty() || items.size() > countMax) {
      fault(key, "a list of " + items.size(), "one to " + countMax + " names");
      return List.of();
    }
    for (Node item : items) {
      Value value = valueOf(pathOf(key), item);
      String text = value == null ? null : value.notBlank();
      if (text != null) {
        texts.add(text);
      }
    }
    if (new HashSet<>(texts).size() < texts.size()) {
      fault(key, "a name given twice", "each name once");
    }
    return texts;
  }

  /** A list of sections. Empty where the key is left out or faulty. */
  List<Section> sections(String key, int countMax) {
    NodeTuple tuple = entries.get(key);
    if (tuple == null) {
      return List.of();
    }
    if (!(tuple.getValueNode() instanceof SequenceNode list)
        || list.getValue().isEmpty()
        || list.getValue().size() > countMax) {
      fault(key, "a " + kindOf(tuple.getValueNode()), "a list of one to " + countMax + " sections");
      return List.of();
    }
    List<Section> sections = new ArrayList<>();
    for (Node item : list.getValue()) {
      sections.add(of(pathOf(key) + "[" + sections.size() + "]", item, reading));
    }
    return sections;
  }

  /** Records a fault of a key, or of its absence. */
  void fault(String key, String found, String allowed) {
    NodeTuple tuple = entries.get(key);
    reading.faults().add(pathOf(key), tuple == null ? node : tuple.getKeyNode(), found, allowed);
  }

  /** Records a fault of each of these keys that is there. */
  void refuse(Iterable<String> keys, String why, String allowed) {
    for (String key : keys) {
      if (entries.containsKey(key)) {
        fault(key, why, allowed);
      }
    }
  }

  private void fault(Node where, String found, String allowed) {
    reading.faults().add(path.isEmpty() ? "(file)" : path, where, found, allowed);
  }

  private String pathOf(String key) {
    String shown = key.length() > 120 ? key.substring(0, 120) + "…" : key;
    return path.isEmpty() ? shown : path + "." + shown;
  }

  private @Nullable Value valueOf(String valuePath, Node valueNode) {
    if (isNull(valueNode)) {
      reading.faults().add(valuePath, valueNode, "empty", "a value; or leave the key out");
      return null;
    }
    if (!(valueNode instanceof ScalarNode scalar)) {
      reading.faults().add(valuePath, valueNode, "a " + kindOf(valueNode), "one value");
      return null;
    }
    Environment.Filled filled = reading.environment().fill(scalar.getValue());
    for (String name : filled.malformed()) {
      reading
          .faults()
          .add(
              valuePath,
              valueNode,
              "\"${" + name + "}\" names no environment variable",
              "letters, digits and _; write $${…} for the text itself");
    }
    for (String name : filled.missing()) {
      reading
          .faults()
          .add(
              valuePath,
              valueNode,
              "environment variable " + name + " is not set",
              "set it, or write the value");
    }
    if (!filled.missing().isEmpty() || !filled.malformed().isEmpty()) {
      return null;
    }
    String shown = filled.replaced() ? scalar.getValue() + " (replaced)" : filled.text();
    return new Value(valuePath, valueNode, filled.text(), shown, reading.faults());
  }

  private static boolean isNull(Node node) {
    return node instanceof ScalarNode && node.getTag().equals(Tag.NULL);
  }

  private static String kindOf(Node node) {
    return node instanceof MappingNode
        ? "section of keys"
        : node instanceof SequenceNode ? "list" : "single value";
  }
}
