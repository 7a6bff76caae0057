package dev.trueup.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script that the server runs as one step.
 *
 * @param text what is run
 * @param sha how the server names it once it has seen it
 * @param writes whether it may change anything
 */
public record Script(String text, String sha, boolean writes) {
  public static Script of(String text, boolean writes) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return new Script(text, HexFormat.of().formatHex(digest), writes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java knows no SHA-1", e);
    }
  }

  /** The text of a resource beside a class. */
  public static String resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("No resource " + name + " beside " + beside.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + name, e);
    }
  }

  @Override
  public String toString() {
    return "script " + sha;
  }
}
