package dev.trueup.jdbc.managed;

import dev.trueup.testkit.servers.TestDatabase;
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
 */
final class CuttingProxy implements AutoCloseable {
  /** The commit itself, and no isolation level. */
  static final String COMMIT = "COMMIT(?!TED)";

  private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):([0-9]+)/");
  private static final int WORD_MAX = 100;

  /** Where to cut. */
  enum Cut {
    NOWHERE,
    BEFORE_THE_WORD,
    AFTER_ITS_ANSWER
  }

  private record Plan(Cut cut, Pattern word) {}

  private final String url;
  private final String host;
  private final int port;
  private final ServerSocket server;
  private volatile Plan plan = new Plan(Cut.NOWHERE, Pattern.compile("$."));
  private final AtomicInteger cuts = new AtomicInteger();

  CuttingProxy(TestDatabase database) throws IOException {
    Matcher address = ADDRESS.matcher(database.url());
    if (!address.find()) {
      throw new IllegalArgumentException("No host and port in " + database.url());
    }
    this.host = address.group(1);
    this.port = Integer.parseInt(address.group(2));
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
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

  /** The database's URL through the proxy. */
  String url() {
    return url;
  }

  /** From now on every connection is cut where the client sends this. */
  void cut(Cut where, String expression) {
    plan = new Plan(where, Pattern.compile(expression));
  }

  /** How many connections were cut. */
  int cuts() {
    return cuts.get();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Socket upstream = new Socket(host, port);
        client.setTcpNoDelay(true);
        upstream.setTcpNoDelay(true);
        AtomicReference<Cut> state = new AtomicReference<>(Cut.NOWHERE);
        daemon("proxy-up", () -> pump(client, upstream, true, state));
        daemon("proxy-down", () -> pump(upstream, client, false, state));
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
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
          if (current.cut() != Cut.NOWHERE && current.word().matcher(seen).find()) {
            state.set(current.cut());
            if (current.cut() == Cut.BEFORE_THE_WORD) {
              cuts.incrementAndGet();
              return;
            }
          }
          tail = seen.substring(Math.max(0, seen.length() - WORD_MAX));
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
