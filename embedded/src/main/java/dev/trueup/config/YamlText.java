package dev.trueup.config;

import dev.trueup.error.ConfigurationException;
import dev.trueup.error.ConfigurationException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a file and makes a tree of YAML nodes of it, each with its line and column. */
final class YamlText {
  /** The largest file, in bytes. A thousand counters fit. */
  static final int BYTES_MAX = 1 << 20;

  private static final int ALIASES_MAX = 50;
  private static final String ALLOWED_FILE =
      "one YAML document in UTF-8 of at most " + BYTES_MAX / 1024 + " KiB";

  private YamlText() {}

  static String read(Path file) {
    String place = file.toString();
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(BYTES_MAX + 1);
    } catch (NoSuchFileException e) {
      throw fault(
          place,
          null,
          "there is no such file",
          "a trueup.yaml; name it with -c, or let `trueup init URL` write one");
    } catch (IOException e) {
      String found =
          Files.isDirectory(file)
              ? "it is a directory"
              : "it cannot be read (" + e.getClass().getSimpleName() + ")";
      throw fault(place, null, found, "a file that this user may read");
    }
    if (bytes.length > BYTES_MAX) {
      throw fault(place, null, "it is larger than that", ALLOWED_FILE);
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw fault(place, null, "it is not text in UTF-8", ALLOWED_FILE);
    }
  }

  static Node compose(String text, String place) {
    String bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(place)
            .setMaxAliasesForCollections(ALIASES_MAX)
            .setCodePointLimit(BYTES_MAX)
            .build();
    Optional<Node> node;
    try {
      node = new Compose(settings).composeString(bare);
    } catch (MarkedYamlEngineException e) {
      // The library's own message quotes the line, and a line may hold a password.
      String problem = e.getProblem() == null ? "it cannot be understood" : e.getProblem();
      throw fault(
          place,
          Faults.position(e.getProblemMark().or(e::getContextMark).orElse(null)),
          "not YAML: " + problem,
          problem.contains("TAB") ? "spaces for indentation, no tabs" : ALLOWED_FILE);
    } catch (YamlEngineException e) {
      throw fault(place, null, "not YAML: " + firstLine(e.getMessage()), ALLOWED_FILE);
    } catch (StackOverflowError e) {
      throw fault(place, null, "it is nested too deeply", ALLOWED_FILE);
    }
    return node.orElseThrow(
        () -> fault(place, null, "it is empty", "datasources and counters; see `trueup init URL`"));
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "it cannot be understood" : message.lines().findFirst().orElse("");
  }

  private static ConfigurationException fault(
      String place, @Nullable String position, String found, String allowed) {
    return new ConfigurationException(
        place + " cannot be used; nothing was started. 1 fault:",
        List.of(new Fault("(file)", position, found, allowed)));
  }
}
