package dev.trueup.mongodb.managed;

import dev.trueup.mongodb.MongoSettings;
import dev.trueup.mongodb.managed.Workers.Tally;
import dev.trueup.testkit.process.ChildJvm;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Workers in a process of their own. It ends by saying what they met. */
final class WorkersChild {
  private static final String TOLD = "tally ";

  private WorkersChild() {}

  /** Arguments: URL, number of the first worker, workers, changes of each, shards. */
  public static void main(String[] arguments) throws Exception {
    MongoSettings settings =
        MongoSettings.of("docs", arguments[0], null, null)
            .withConnectionsMax(Integer.parseInt(arguments[2]))
            .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(60));
    Tally tally =
        Workers.run(
            settings,
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(arguments[4]));
    System.out.println(
        TOLD
            + tally.confirmed()
            + " "
            + tally.unknown()
            + " "
            + tally.races()
            + " "
            + tally.driverRetries()
            + " "
            + tally.ownRetries()
            + " "
            + tally.nanos().stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  static Tally start(String url, int first, int workers, int each, int shards) {
    try (ChildJvm child =
        ChildJvm.start(
            WorkersChild.class,
            List.of("-Xmx256m"),
            url,
            Integer.toString(first),
            Integer.toString(workers),
            Integer.toString(each),
            Integer.toString(shards))) {
      String line = child.awaitLine(TOLD, Duration.ofMinutes(10));
      String[] parts = line.substring(TOLD.length()).split(" ");
      return new Tally(
          Long.parseLong(parts[0]),
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          Long.parseLong(parts[3]),
          Long.parseLong(parts[4]),
          Arrays.stream(parts[5].split(",")).map(Long::valueOf).toList());
    }
  }
}
