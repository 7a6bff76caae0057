package dev.trueup.redis.managed;

import dev.trueup.redis.Script;

/** The scripts; each is one atomic step on one subject or one bucket. */
final class Scripts {
  private static final String COMMON = Script.resource(Scripts.class, "common.lua");

  static final Script NOW = Script.of(Script.resource(Scripts.class, "now.lua"), false);
  static final Script LOOK = read("look");
  static final Script ENABLE = write("enable");
  static final Script REWINDOW = write("rewindow");
  static final Script ACCEPT = write("accept");
  static final Script SETTLE = write("settle");
  static final Script REWRITE = write("rewrite");
  static final Script MARK = write("mark");

  private Scripts() {}

  private static Script read(String name) {
    return Script.of(COMMON + Script.resource(Scripts.class, name + ".lua"), false);
  }

  private static Script write(String name) {
    return Script.of(COMMON + Script.resource(Scripts.class, name + ".lua"), true);
  }
}
