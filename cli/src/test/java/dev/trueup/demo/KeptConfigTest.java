package dev.trueup.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.config.TrueupConfig;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class KeptConfigTest {
  @Test
  void whatIsLeftBesideKeptFilesIsAConfiguration() {
    try (Folder folder = Folder.create(false)) {
      TrueupConfig config = TrueupConfig.load(KeptConfig.write(folder), name -> null);
      assertThat(config.counters()).containsOnlyKeys("post.comments");
    }
  }

  @Test
  void filesThatAreNotKeptAreRemoved() {
    Folder folder = Folder.create(false);
    KeptConfig.write(folder);
    folder.close();
    assertThat(Files.exists(folder.path())).isFalse();
  }
}
