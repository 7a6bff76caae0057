package dev.trueup.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The result as one JSON document. */
final class ResultJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ResultJson() {}

  static String of(Result result, Instant startedAt, @Nullable Path kept) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    DemoOptions options = result.options();
    document.put("command", "demo");
    document.put("startedAt", startedAt.toString());
    document.put("seed", options.seed());
    document.put("seconds", options.seconds());
    document.put("posts", options.posts());
    document.put("rate", options.rate());
    if (kept != null) {
      document.put("kept", kept.toString());
    }
    document.put("events", result.counts().events());
    document.put("samples", result.samples());
    ObjectNode injected = document.putObject("faults");
    for (Injected what : Injected.values()) {
      injected.put(what.key(), result.counts().of(what));
    }
    ArrayNode counters = document.putArray("counters");
    for (Way way : Way.values()) {
      Sample.Deviation last = result.last(way);
      Sample.Deviation stopped = result.stopped(way);
      ObjectNode counter = counters.addObject();
      counter.put("counter", way.key());
      counter.put("true", last.truth());
      counter.put("shown", last.shown());
      counter.put("drift", last.net());
      counter.put("absolute", last.absolute());
      counter.put("postsWrong", last.wrong());
      counter.put("absoluteWhenWritesStopped", stopped.absolute());
      counter.put(
          "meanError", result.samples() == 0 ? null : result.meanError(way).toPlainString());
    }
    ObjectNode outcomes = document.putObject("outcomes");
    result
        .outcomes()
        .forEach((kind, count) -> outcomes.put(kind.name().toLowerCase(Locale.ROOT), count));
    Passes.Sums passes = result.passes();
    ObjectNode managed = document.putObject("reconciliation");
    managed.put("passes", passes.passes());
    managed.put("sweeps", passes.sweeps());
    managed.put("drifts", passes.drifts());
    managed.put("absolute", passes.absolute());
    ObjectNode explained = managed.putObject("explained");
    explained.put("lost", passes.lost());
    explained.put("phantom", passes.phantom());
    explained.put("late", passes.late());
    explained.put("doubled", passes.doubled());
    ArrayNode repairs = managed.putArray("repairs");
    passes.repairs().forEach(repairs::add);
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The result could not be written as JSON.", e);
    }
  }
}
