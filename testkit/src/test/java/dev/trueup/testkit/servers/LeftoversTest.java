package dev.trueup.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LeftoversTest {
  private static final Duration START_MAX = Duration.ofMinutes(3);

  @Test
  void whatAKilledJvmLeftRunningIsEndedByTheNextOne() throws IOException {
    try (ChildJvm child = ChildJvm.start(StartsServers.class, List.of())) {
      child.awaitLine("ready", START_MAX);
      List<Path> directories = directoriesOf(child.pid());
      assertThat(directories).hasSizeGreaterThanOrEqualTo(2);

      child.kill();
      assertThat(directories)
          .allSatisfy(directory -> assertThat(ServerDirectory.users(directory)).isNotEmpty());

      ServerDirectory.create("probe");
      assertThat(directories)
          .allSatisfy(directory -> assertThat(ServerDirectory.users(directory)).isEmpty())
          .allSatisfy(directory -> assertThat(directory).doesNotExist());
    }
  }

  @Test
  void whatALivingJvmUsesIsLeftAlone() throws IOException {
    Path own = ServerDirectory.create("own");
    ServerDirectory.create("probe");
    assertThat(own).exists();
  }

  private static List<Path> directoriesOf(long pid) throws IOException {
    try (Stream<Path> entries = Files.list(ServerDirectory.ROOT)) {
      return entries
          .filter(entry -> entry.getFileName().toString().contains("-" + pid + "-"))
          .toList();
    }
  }

  static final class StartsServers {
    private StartsServers() {}

    public static void main(String[] arguments) throws IOException {
      Servers.postgresql();
      Servers.mariadb();
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // Lives as long as its parent.
      }
    }
  }
}
