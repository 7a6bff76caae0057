package dev.trueup.redis;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisReadOnlyException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a failed command means for what was asked. */
enum Failure {
  /** The server has not seen this script, or has forgotten it; nothing was run. */
  NO_SCRIPT,
  /** The server says that it did nothing, or was not reached at all; it may be tried again. */
  NOT_DONE,
  /** The login was refused. */
  LOGIN,
  /** The user may not do it. */
  NOT_PERMITTED,
  /** The server has no memory left for it. */
  FULL,
  /** A key holds something else. */
  WRONG_TYPE,
  /** Another refusal. */
  REFUSED,
  /** It was sent and not answered: it may have happened. */
  LOST;

  // The first word of an error is its code: part of the protocol, unlike the text behind it.
  private static final Set<String> NOT_DONE_CODES =
      Set.of(
          "TRYAGAIN",
          "CLUSTERDOWN",
          "MASTERDOWN",
          "MOVED",
          "ASK",
          "NOREPLICAS",
          "MISCONF",
          "LOADING",
          "BUSY",
          "READONLY");

  static Failure of(Throwable error) {
    if (error instanceof RedisNoScriptException) {
      return NO_SCRIPT;
    }
    if (error instanceof RedisLoadingException
        || error instanceof RedisBusyException
        || error instanceof RedisReadOnlyException) {
      return NOT_DONE;
    }
    if (error instanceof RedisCommandExecutionException) {
      return ofCode(codeOf(error.getMessage()));
    }
    if (error instanceof RedisConnectionException) {
      return hasCause(error, "WRONGPASS") || hasCause(error, "NOAUTH") ? LOGIN : NOT_DONE;
    }
    return error instanceof RedisException && wasNeverSent(error) ? NOT_DONE : LOST;
  }

  private static Failure ofCode(String code) {
    if (NOT_DONE_CODES.contains(code)) {
      return NOT_DONE;
    }
    return switch (code) {
      case "NOSCRIPT" -> NO_SCRIPT;
      case "NOAUTH", "WRONGPASS" -> LOGIN;
      case "NOPERM" -> NOT_PERMITTED;
      case "OOM" -> FULL;
      case "WRONGTYPE" -> WRONG_TYPE;
      default -> REFUSED;
    };
  }

  /** The driver's own refusal while it has no connection: it has no type of its own. */
  private static boolean wasNeverSent(Throwable error) {
    String message = error.getMessage();
    return message != null && message.startsWith("Currently not connected");
  }

  static boolean hasCause(Throwable error, String code) {
    for (@Nullable Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof RedisCommandExecutionException
          && codeOf(cause.getMessage()).equals(code)) {
        return true;
      }
    }
    return false;
  }

  private static String codeOf(@Nullable String message) {
    String text = message == null ? "" : message;
    int end = text.indexOf(' ');
    return (end < 0 ? text : text.substring(0, end)).toUpperCase(Locale.ROOT);
  }
}
