package dev.trueup.redis;

import dev.trueup.error.UnavailableException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A Redis, single or cluster, found out when it is opened. One connection (to each node) carries
 * the commands of all threads. Thread-safe.
 *
 * <p>The driver reconnects, but never sends anything twice: what was on its way when a connection
 * broke has no answer, and says so.
 */
public final class Redis implements AutoCloseable {
  private final RedisSettings settings;
  private final ClientResources resources;
  private final AbstractRedisClient client;
  private final RedisClusterAsyncCommands<String, String> commands;
  private final Supplier<List<ServerCheck>> checks;
  private final AtomicLong retried = new AtomicLong();

  private Redis(
      RedisSettings settings,
      ClientResources resources,
      AbstractRedisClient client,
      RedisClusterAsyncCommands<String, String> commands,
      Supplier<List<ServerCheck>> checks) {
    this.settings = settings;
    this.resources = resources;
    this.client = client;
    this.commands = commands;
    this.checks = checks;
  }

  /** A command that only reads. */
  public interface Question<T> {
    CompletionStage<T> ask(RedisClusterAsyncCommands<String, String> commands);
  }

  /**
   * Connects, and finds out whether it is a cluster.
   *
   * @throws UnavailableException if it cannot be reached or refuses the login
   * @throws dev.trueup.error.BadRequestException if it is older than 6.2, or the URL makes no sense
   */
  public static Redis open(RedisSettings settings) {
    RedisURI uri = settings.uri();
    ClientResources resources =
        ClientResources.builder()
            .ioThreadPoolSize(2)
            .computationThreadPoolSize(2)
            .reconnectDelay(
                Delay.exponential(
                    Duration.ofMillis(20), Duration.ofSeconds(1), 2, TimeUnit.MILLISECONDS))
            .build();
    try {
      return connected(settings, uri, resources);
    } catch (RuntimeException e) {
      resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
      throw e instanceof RedisException refusal ? unreachable(settings, refusal) : e;
    }
  }

  private static Redis connected(RedisSettings settings, RedisURI uri, ClientResources resources) {
    for (int attempt = 1; ; attempt++) {
      try {
        return connectedOnce(settings, uri, resources);
      } catch (RedisException e) {
        // A login that is refused at once can be faster than the driver, which then only says that
        // it has lost its own handshake. The next attempt tells why.
        boolean lostItself = rootOf(e) instanceof IllegalStateException;
        if (!lostItself || attempt == settings.retries().attemptsMax()) {
          throw e;
        }
      }
    }
  }

  private static Redis connectedOnce(
      RedisSettings settings, RedisURI uri, ClientResources resources) {
    Redis opened = single(settings, uri, resources);
    try {
      ServerCheck check = opened.checks.get().get(0);
      check.requireVersion();
      if (check.isCluster()) {
        opened.client.shutdown(0, 2, TimeUnit.SECONDS);
        opened = cluster(settings, uri, resources);
        opened.checks.get().forEach(ServerCheck::requireVersion);
      }
      return opened;
    } catch (RuntimeException e) {
      opened.client.shutdown(0, 2, TimeUnit.SECONDS);
      throw e;
    }
  }

  private static Redis single(RedisSettings settings, RedisURI uri, ClientResources resources) {
    RedisClient client = RedisClient.create(resources, uri);
    try {
      client.setOptions(options(settings));
      StatefulRedisConnection<String, String> connection = client.connect(StringCodec.UTF8);
      return new Redis(
          settings,
          resources,
          client,
          connection.async(),
          () -> List.of(ServerCheck.of(settings.place(), connection.sync().info())));
    } catch (RuntimeException e) {
      client.shutdown(0, 2, TimeUnit.SECONDS);
      throw e;
    }
  }

  private static Redis cluster(RedisSettings settings, RedisURI uri, ClientResources resources) {
    RedisClusterClient client = RedisClusterClient.create(resources, uri);
    try {
      client.setOptions(
          ClusterClientOptions.builder(options(settings))
              .validateClusterNodeMembership(false)
              .topologyRefreshOptions(
                  ClusterTopologyRefreshOptions.builder()
                      .enablePeriodicRefresh(Duration.ofSeconds(30))
                      .build())
              .build());
      StatefulRedisClusterConnection<String, String> connection = client.connect(StringCodec.UTF8);
      return new Redis(
          settings, resources, client, connection.async(), () -> nodes(settings, connection));
    } catch (RuntimeException e) {
      client.shutdown(0, 2, TimeUnit.SECONDS);
      throw e;
    }
  }

  private static List<ServerCheck> nodes(
      RedisSettings settings, StatefulRedisClusterConnection<String, String> connection) {
    List<ServerCheck> nodes = new ArrayList<>();
    for (RedisClusterNode node : connection.getPartitions()) {
      if (node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.getSlots().isEmpty()) {
        String place =
            settings.name()
                + " (cluster node at "
                + node.getUri().getHost()
                + ":"
                + node.getUri().getPort()
                + ")";
        nodes.add(ServerCheck.of(place, connection.getConnection(node.getNodeId()).sync().info()));
      }
    }
    return nodes;
  }

  private static ClientOptions options(RedisSettings settings) {
    return ClientOptions.builder()
        .autoReconnect(true)
        .replayFilter(command -> true)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .timeoutOptions(TimeoutOptions.enabled(settings.timeout()))
        .socketOptions(
            SocketOptions.builder().connectTimeout(settings.timeout()).keepAlive(true).build())
        .build();
  }

  private static UnavailableException unreachable(RedisSettings settings, RedisException refusal) {
    boolean login = Failure.hasCause(refusal, "WRONGPASS") || Failure.hasCause(refusal, "NOAUTH");
    return new UnavailableException(
        settings.place()
            + (login ? " refuses the login" : " cannot be reached")
            + ": "
            + rootMessage(refusal)
            + ". Nothing was changed. "
            + (login
                ? "Check the datasource's username and password."
                : "Check that the server runs, and the datasource's url."),
        refusal);
  }

  private static Throwable rootOf(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String rootMessage(Throwable error) {
    Throwable root = rootOf(error);
    String message = root.getMessage();
    return message == null ? root.getClass().getSimpleName() : message;
  }

  /** Where it is, without secrets. */
  public String place() {
    return settings.place();
  }

  /** How many commands were sent again, because the server said that it had done nothing. */
  public long retried() {
    return retried.get();
  }

  /**
   * Refuses a Redis that may throw keys away.
   *
   * @throws dev.trueup.error.BadRequestException if any node has another maxmemory-policy than
   *     {@code noeviction}
   */
  public void requireNoEviction() {
    try {
      checks.get().forEach(ServerCheck::requireNoEviction);
    } catch (RedisException e) {
      throw unreachable(settings, e);
    }
  }

  /** Asks, again where a connection broke: reading twice is safe. */
  public <T> T ask(String doing, Question<T> question) {
    return askAll(doing, List.of(question), Function.identity()).get(0);
  }

  /** Asks many questions side by side; an answer each, in order. */
  public <T, R> List<R> askAll(
      String doing, List<? extends Question<T>> questions, Function<T, R> answer) {
    return new Sending<T>(settings, place(), doing, false, false, retried)
        .all(questions.size(), (index, whole) -> questions.get(index).ask(commands)).stream()
            .map(answer)
            .toList();
  }

  /** Writes a single value, in one command. */
  public <T> T write(String doing, Question<T> command) {
    return new Sending<T>(settings, place(), doing, true, false, retried)
        .all(1, (index, whole) -> command.ask(commands))
        .get(0);
  }

  /**
   * Runs scripts side by side; a reply each, in order.
   *
   * @param doing what is being done, as in "could not …"
   * @param begun whether the same call changed something before: then a failure is a lost answer
   * @throws UnavailableException nothing of it happened
   * @throws dev.trueup.error.AnswerLostException some of it may have happened
   */
  public List<Reply> run(String doing, boolean begun, List<Call> calls) {
    boolean writes = calls.stream().anyMatch(call -> call.script().writes());
    return new Sending<List<Object>>(settings, place(), doing, writes, begun, retried)
        .all(calls.size(), (index, whole) -> send(calls.get(index), whole)).stream()
            .map(reply -> Reply.of(place(), doing, reply))
            .toList();
  }

  private CompletionStage<List<Object>> send(Call call, boolean whole) {
    String[] keys = call.keys().toArray(String[]::new);
    String[] arguments = call.arguments().toArray(String[]::new);
    return whole
        ? commands.eval(call.script().text(), ScriptOutputType.MULTI, keys, arguments)
        : commands.evalsha(call.script().sha(), ScriptOutputType.MULTI, keys, arguments);
  }

  @Override
  public void close() {
    client.shutdown(0, 2, TimeUnit.SECONDS);
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
