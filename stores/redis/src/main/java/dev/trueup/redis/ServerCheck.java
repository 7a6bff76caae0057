package dev.trueup.redis;

import dev.trueup.error.BadRequestException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server says of itself, and whether counters may be kept there. */
record ServerCheck(String place, Map<String, String> info) {
  private static final Pattern VERSION = Pattern.compile("([0-9]+)\\.([0-9]+).*");

  /**
   * @param text the answer to INFO
   */
  static ServerCheck of(String place, String text) {
    Map<String, String> info = new HashMap<>();
    text.lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                info.put(line.substring(0, colon), line.substring(colon + 1).strip());
              }
            });
    return new ServerCheck(place, Map.copyOf(info));
  }

  boolean isCluster() {
    return "1".equals(info.get("cluster_enabled"));
  }

  /** Refuses a server that is too old for what is asked of it. */
  void requireVersion() {
    String version = info.getOrDefault("redis_version", "unknown");
    Matcher parts = VERSION.matcher(version);
    boolean enough =
        parts.matches()
            && (Integer.parseInt(parts.group(1)) > 6
                || (Integer.parseInt(parts.group(1)) == 6
                    && Integer.parseInt(parts.group(2)) >= 2));
    if (!enough) {
      throw new BadRequestException(
          place + " is version " + version + "; Redis 6.2 or newer is needed. Upgrade the server.");
    }
  }

  /** Refuses a server that may throw keys away: a counter would restart at zero, silently. */
  void requireNoEviction() {
    String policy = info.getOrDefault("maxmemory_policy", "unknown");
    if (!policy.equals("noeviction")) {
      throw new BadRequestException(
          place
              + " has maxmemory-policy "
              + policy
              + ", which throws keys away when memory is short: counts would be lost without a"
              + " trace. Nothing was started. Keep counters in a server of their own with"
              + " `maxmemory-policy noeviction` (CONFIG SET maxmemory-policy noeviction, and the"
              + " same line in redis.conf).");
    }
  }
}
