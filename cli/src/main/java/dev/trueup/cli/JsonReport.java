package dev.trueup.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The JSON documents of the command. */
final class JsonReport {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonReport() {}

  static ObjectNode document(CliContext context, String command) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("command", command);
    document.put("startedAt", context.clock().instant().toString());
    return document;
  }

  /** Writes a document; the only thing that a command with {@code --json} writes to its output. */
  static void print(CliContext context, ObjectNode document) {
    try {
      context
          .streams()
          .out()
          .println(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document));
      context.streams().out().flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A document could not be written", e);
    }
  }

  static void error(CliContext context, String command, String message) {
    ObjectNode document = document(context, command);
    document.put("error", message);
    print(context, document);
  }
}
