package dev.trueup.testkit.servers;

import dev.trueup.testkit.time.RealWaiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import redis.clients.jedis.Jedis;
import redis.embedded.RedisServer;
import redis.embedded.RedisShardedCluster;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.RedisServerBuilder;

/**
 * Redis 6.2 from a Maven artifact, single or as a cluster of three masters, with no memory but its
 * own: nothing is written to disk, so that a server that is killed comes back empty. Used by one
 * thread at a time; stopped when the JVM ends at the latest.
 */
public final class EmbeddedRedis implements AutoCloseable {
  private static final int MASTERS = 3;
  private static final Duration START_MAX = Duration.ofSeconds(30);
  private static final Duration ASKING = Duration.ofMillis(20);

  /** What a node's port and its port for the other nodes are apart. */
  private static final int BUS = 10_000;

  private final List<Node> nodes;
  private final List<CuttingProxy> proxies;

  /** A server process, which can be replaced by a new one on the same port. */
  private static final class Node {
    final Path directory;
    final int port;
    final List<String> settings;
    RedisServer server;

    Node(Path directory, int port, List<String> settings) throws IOException {
      this.directory = directory;
      this.port = port;
      this.settings = settings;
      this.server = build(directory, port, settings).build();
    }
  }

  private EmbeddedRedis(List<Node> nodes, List<CuttingProxy> proxies) {
    this.nodes = nodes;
    this.proxies = proxies;
  }

  /**
   * Starts a single server.
   *
   * @param settings lines of redis.conf, as in {@code requirepass secret}
   */
  public static EmbeddedRedis single(String... settings) {
    Path directory = ServerDirectory.create("redis");
    try {
      Node node = new Node(directory, freePort(), List.of(settings));
      node.server.start();
      return new EmbeddedRedis(List.of(node), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded Redis did not start in " + directory, e);
    }
  }

  /** Starts a cluster of three masters without replicas, and waits until it serves all slots. */
  public static EmbeddedRedis cluster() {
    return cluster(false);
  }

  /** The same, with a proxy before each master, which is where the cluster sends its clients. */
  public static EmbeddedRedis cuttableCluster() {
    return cluster(true);
  }

  private static EmbeddedRedis cluster(boolean cuttable) {
    Path directory = ServerDirectory.create("rediscluster");
    try {
      List<Node> nodes = new ArrayList<>();
      List<redis.embedded.Redis> servers = new ArrayList<>();
      List<CuttingProxy> proxies = new ArrayList<>();
      Map<Integer, Set<Integer>> shards = new LinkedHashMap<>();
      for (int i = 0; i < MASTERS; i++) {
        int port = freePort();
        List<String> settings = new ArrayList<>();
        settings.add("cluster-enabled yes");
        settings.add("cluster-config-file nodes-" + port + ".conf");
        settings.add("cluster-node-timeout 2000");
        settings.add("cluster-require-full-coverage no");
        if (cuttable) {
          CuttingProxy proxy = CuttingProxy.before(address(port));
          proxies.add(proxy);
          settings.add("cluster-announce-ip 127.0.0.1");
          settings.add("cluster-announce-port " + proxy.port());
          settings.add("cluster-announce-bus-port " + (port + BUS));
        }
        Node node = new Node(directory, port, List.copyOf(settings));
        nodes.add(node);
        servers.add(node.server);
        shards.put(port, Set.of());
      }
      new RedisShardedCluster(servers, shards, START_MAX).start();
      nodes.forEach(EmbeddedRedis::awaitThatItKnowsAll);
      return new EmbeddedRedis(nodes, proxies);
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded Redis cluster did not start", e);
    }
  }

  /** Nodes hear of each other from the first one, the last of them after the cluster serves. */
  private static void awaitThatItKnowsAll(Node node) {
    RealWaiter waiter = new RealWaiter();
    try (Jedis jedis = new Jedis("127.0.0.1", node.port)) {
      for (int i = 0; i < START_MAX.dividedBy(ASKING); i++) {
        if (jedis.clusterNodes().lines().filter(one -> one.contains(" connected")).count()
            == MASTERS) {
          return;
        }
        waiter.waitFor(ASKING);
      }
    }
    throw new IllegalStateException(
        "Node " + node.port + " of the embedded Redis cluster does not know the others.");
  }

  private static RedisServerBuilder build(Path directory, int port, List<String> settings)
      throws IOException {
    RedisServerBuilder builder =
        new RedisServerBuilder()
            .executableProvider(ExecutableProvider.newJarResourceProvider(directory.toFile()))
            .port(port)
            .bind("127.0.0.1")
            .setting("dir " + directory)
            .setting("save \"\"")
            .setting("appendonly no")
            .setting("maxmemory-policy noeviction");
    settings.forEach(builder::setting);
    return builder;
  }

  /** A port that is free, as is the one that other nodes of a cluster would use. */
  private static int freePort() throws IOException {
    IOException last = new IOException("no port was tried");
    for (int i = 0; i < 100; i++) {
      int port = ThreadLocalRandom.current().nextInt(15_000, 30_000);
      InetAddress loopback = InetAddress.getLoopbackAddress();
      try (ServerSocket own = new ServerSocket(port, 1, loopback);
          ServerSocket bus = new ServerSocket(port + BUS, 1, loopback)) {
        return own.isBound() && bus.isBound() ? port : freePort();
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw last;
  }

  /** The URL of the server, or of the first node. */
  public String url() {
    return url(0);
  }

  /** The URL of a node, past its proxy. */
  public String url(int node) {
    return address(nodes.get(node).port);
  }

  private static String address(int port) {
    return "redis://127.0.0.1:" + port + "/";
  }

  /** What stands before the masters of {@link #cuttableCluster}, one each; else none. */
  public List<CuttingProxy> proxies() {
    return List.copyOf(proxies);
  }

  /** Stops a node; what it held is lost. */
  public void kill(int node) {
    try {
      nodes.get(node).server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException("Redis could not be stopped", e);
    }
  }

  /** Starts a killed node again, on the same port and empty. */
  public void startEmpty(int node) {
    Node killed = nodes.get(node);
    try {
      killed.server = build(killed.directory, killed.port, killed.settings).build();
      killed.server.start();
    } catch (IOException e) {
      throw new UncheckedIOException("Redis could not be started again", e);
    }
  }

  @Override
  public void close() {
    for (int node = 0; node < nodes.size(); node++) {
      kill(node);
    }
    try {
      for (CuttingProxy proxy : proxies) {
        proxy.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("A proxy could not be closed", e);
    }
  }
}
