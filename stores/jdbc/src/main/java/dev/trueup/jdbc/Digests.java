package dev.trueup.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short, stable names for long ones: locks have room for few characters. */
final class Digests {
  private Digests() {}

  static long number(String text) {
    return ByteBuffer.wrap(sha256(text)).getLong();
  }

  static String hex(String text) {
    return HexFormat.of().formatHex(sha256(text), 0, 16);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }
}
