package dev.trueup.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be read at all. */
class YamlFileTest {
  @Test
  void aMissingFileIsNamedWithWhatToDo(@TempDir Path folder) {
    assertRefused(folder.resolve("trueup.yaml"), "there is no such file", "trueup init URL");
  }

  @Test
  void aDirectoryIsNotAConfiguration(@TempDir Path folder) {
    assertRefused(folder, "it is a directory", "a file");
  }

  @Test
  void aHugeFileIsNotReadToItsEnd(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("huge.yaml");
    Files.write(file, new byte[YamlText.BYTES_MAX + 1]);
    assertRefused(file, "larger than that", "1024 KiB");
  }

  @Test
  void textInAnotherEncodingIsRefused(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("latin.yaml");
    Files.write(file, "caf\u00e9: 1".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(file, "not text in UTF-8", "UTF-8");
  }

  private static void assertRefused(Path file, String found, String allowed) {
    assertThatThrownBy(() -> TrueupConfig.load(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(found)
        .hasMessageContaining(allowed);
  }
}
