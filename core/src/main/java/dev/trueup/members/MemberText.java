package dev.trueup.members;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a subject or a member may be called. */
public final class MemberText {
  /**
   * The longest key, in UTF-8 bytes; a member is a subject where it is seen from the other side.
   */
  public static final int BYTES_MAX = dev.trueup.counter.Subject.BYTES_MAX;

  private MemberText() {}

  /** What is wrong with a key, or null. */
  static @Nullable String fault(String key) {
    if (key.isEmpty()) {
      return "is empty";
    }
    if (key.indexOf('\0') >= 0) {
      return "holds a NUL";
    }
    if (key.length() > BYTES_MAX) {
      return "has " + key.length() + " characters; at most " + BYTES_MAX + " bytes of UTF-8";
    }
    try {
      int bytes =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(key))
              .remaining();
      return bytes > BYTES_MAX ? "has " + bytes + " bytes of UTF-8; at most " + BYTES_MAX : null;
    } catch (CharacterCodingException e) {
      return "is not valid text: half of a surrogate pair";
    }
  }
}
