package dev.trueup.redis.managed;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.store.Progress;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far reconciliation has come, as the fields of a hash. */
final class ProgressText {
  private ProgressText() {}

  /** Every field, so that saving replaces what was there; an empty text stands for none. */
  static Map<String, String> of(Progress progress) {
    Watermark passedAt = progress.passedAt();
    Progress.Sweep sweep = progress.sweep();
    Subject after = sweep == null ? null : sweep.after();
    String repairId = sweep == null ? null : sweep.repairId();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("factsBefore", passedAt == null ? "" : Texts.of(passedAt.factsBefore()));
    fields.put("eventsBefore", passedAt == null ? "" : Texts.of(passedAt.eventsBefore()));
    fields.put("sweptAt", text(progress.sweptAt()));
    fields.put("leg", sweep == null ? "" : sweep.leg().name());
    fields.put("after", after == null ? "" : after.key());
    fields.put("startedAt", sweep == null ? "" : Texts.of(sweep.startedAt()));
    fields.put("subjectsDone", sweep == null ? "" : Long.toString(sweep.subjectsDone()));
    fields.put("repairId", repairId == null ? "" : repairId);
    return fields;
  }

  static Progress of(Map<String, String> fields) {
    Instant factsBefore = instant(fields, "factsBefore");
    Instant eventsBefore = instant(fields, "eventsBefore");
    return new Progress(
        factsBefore == null || eventsBefore == null
            ? null
            : new Watermark(factsBefore, eventsBefore),
        sweep(fields),
        instant(fields, "sweptAt"));
  }

  private static Progress.@Nullable Sweep sweep(Map<String, String> fields) {
    String leg = text(fields, "leg");
    Instant startedAt = instant(fields, "startedAt");
    if (leg == null || startedAt == null) {
      return null;
    }
    String after = text(fields, "after");
    return new Progress.Sweep(
        Progress.Leg.valueOf(leg),
        after == null ? null : new Subject(after),
        startedAt,
        Long.parseLong(fields.getOrDefault("subjectsDone", "0")),
        text(fields, "repairId"));
  }

  private static String text(@Nullable Instant instant) {
    return instant == null ? "" : Texts.of(instant);
  }

  private static @Nullable String text(Map<String, String> fields, String field) {
    String text = fields.getOrDefault(field, "");
    return text.isEmpty() ? null : text;
  }

  private static @Nullable Instant instant(Map<String, String> fields, String field) {
    String text = text(fields, field);
    return text == null ? null : Texts.instant(text);
  }
}
