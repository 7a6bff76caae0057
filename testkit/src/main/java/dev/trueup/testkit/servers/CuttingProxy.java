package dev.trueup.testkit.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between client and server, and cuts the connection at a word that the client sends: before
 * the server gets it, or after the server has answered and before the client sees that.
 * Thread-safe.
 */
public final class CuttingProxy implements AutoCloseable {
  /** The commit itself, and no isolation level. */
  public static final String COMMIT = "COMMIT(?!TED)";

  private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):([0-9]+)/");
  private static final int WORD_MAX = 100;
  private static final int BACKLOG = 200;

  /** Where to cut. */
  public enum Cut {
    NOWHERE,
    /** The server never sees the word. */
    BEFORE_THE_WORD,
    /** The server does what it was told, and nobody hears of it. */
    AFTER_ITS_ANSWER
  }

  private record Plan(Cut cut, Pattern word, int every, AtomicInteger seen, boolean once) {}

  private final String url;
  private final String host;
  private final int port;
  private final ServerSocket server;
  private volatile Plan plan =
      new Plan(Cut.NOWHERE, Pattern.compile("$."), 1, new AtomicInteger(), false);
  private final AtomicInteger cuts = new AtomicInteger();

  /** Before a database that is reached by a URL with host and port. */
  public CuttingProxy(TestDatabase database) throws IOException {
    this(database.url());
  }

  private CuttingProxy(String target) throws IOException {
    Matcher address = ADDRESS.matcher(target);
    if (!address.find()) {
      throw new IllegalArgumentException("No host and port in " + target);
    }
    this.host = address.group(1);
    this.port = Integer.parseInt(address.group(2));
    this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    this.url =
        address.replaceFirst(
            Matcher.quoteReplacement(
                "//"
                    + server.getInetAddress().getHostAddress()
                    + ":"
                    + server.getLocalPort()
                    + "/"));
    daemon("proxy-accept", this::acceptAll);
  }

  /** Before any server, by a URL of the form {@code scheme://host:port/…}. */
  public static CuttingProxy before(String url) throws IOException {
    return new CuttingProxy(url);
  }

  /** The database's URL through the proxy. */
  public String url() {
    return url;
  }

  /** The port that it listens on. */
  public int port() {
    return server.getLocalPort();
  }

  /** From now on every connection is cut where the client sends this. */
  public void cut(Cut where, String expression) {
    cut(where, expression, 1);
  }

  /** From now on one in so many connections is cut where a client sends this. */
  public void cut(Cut where, String expression, int every) {
    plan = new Plan(where, Pattern.compile(expression), every, new AtomicInteger(), false);
  }

  /** The next connection on which a client sends this is cut, and then no other. */
  public void cutOnce(Cut where, String expression) {
    plan = new Plan(where, Pattern.compile(expression), 1, new AtomicInteger(), true);
  }

  /** How many connections were cut. */
  public int cuts() {
    return cuts.get();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        connect(server.accept());
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** Where there is no server, or the client has gone already, the client's line ends too. */
  private void connect(Socket client) throws IOException {
    try {
      Socket upstream = new Socket(host, port);
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      AtomicReference<Cut> state = new AtomicReference<>(Cut.NOWHERE);
      daemon("proxy-up", () -> pump(client, upstream, true, state));
      daemon("proxy-down", () -> pump(upstream, client, false, state));
    } catch (IOException gone) {
      client.close();
    }
  }

  private void pump(Socket from, Socket to, boolean fromClient, AtomicReference<Cut> state) {
    byte[] buffer = new byte[64 * 1024];
    String tail = "";
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (fromClient) {
          Plan current = plan;
          String seen = tail + new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
          if (current.cut() == Cut.NOWHERE || !current.word().matcher(seen).find()) {
            tail = seen.substring(Math.max(0, seen.length() - WORD_MAX));
          } else {
            // The word is not to be found again by what is sent next.
            tail = "";
            int seenNow = current.seen().incrementAndGet();
            if (current.once() ? seenNow == 1 : seenNow % current.every() == 0) {
              state.set(current.cut());
            }
            if (state.get() == Cut.BEFORE_THE_WORD) {
              cuts.incrementAndGet();
              return;
            }
          }
        } else if (state.get() == Cut.AFTER_ITS_ANSWER) {
          cuts.incrementAndGet();
          return;
        }
        out.write(buffer, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // The other direction has closed both sockets: this one has nothing left to carry.
      tail = "";
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
