package dev.trueup.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.reconcile.PassReport;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PainterTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:01:00Z");

  @ParameterizedTest
  @CsvSource({"80,24,20", "120,40,20", "80,24,2", "200,60,200", "60,16,20"})
  void thePictureFitsTheTerminal(int width, int height, int posts) {
    List<TextLine> lines =
        new Painter(new Terminal(width, height, true, true), posts).paint(frame(posts, 12_345));
    assertThat(lines.size()).isLessThanOrEqualTo(height);
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.render(width - 1, false).length()).isLessThan(width));
  }

  @Test
  void aWrongNumberIsMarkedWithItsDriftAlsoWithoutColor() {
    String picture = picture(new Terminal(80, 24, false, false), frame(20, 100));
    assertThat(picture).contains("#7").contains("103 +3").contains("20/20").doesNotContain("\033");
    assertThat(picture.chars()).allMatch(letter -> letter < 128);
  }

  @Test
  void theWorstPostsComeFirst() {
    List<TextLine> lines =
        new Painter(new Terminal(80, 24, false, false), 20).paint(frame(20, 100));
    List<String> posts =
        lines.stream()
            .map(line -> line.render(79, false))
            .filter(line -> line.startsWith("#"))
            .map(line -> line.substring(0, 3).strip())
            .toList();
    assertThat(posts).startsWith("#20", "#1", "#2");
  }

  @Test
  void colorIsAddedToTheSameText() {
    Frame frame = frame(20, 100);
    String plain = picture(new Terminal(80, 24, false, true), frame);
    String colored = picture(new Terminal(80, 24, true, true), frame);
    assertThat(colored).contains("\033[");
    assertThat(colored.replaceAll("\033\\[[0-9;]*m", "")).isEqualTo(plain);
  }

  @Test
  void aTerminalIsTakenForUnicodeOnlyIfItSaysSo() {
    assertThat(Terminal.isUnicode(Map.of("LANG", "de_DE.UTF-8")::get)).isTrue();
    assertThat(Terminal.isUnicode(Map.of("LC_ALL", "C", "LANG", "de_DE.UTF-8")::get)).isFalse();
    assertThat(Terminal.isUnicode(name -> null)).isFalse();
  }

  private static String picture(Terminal terminal, Frame frame) {
    StringBuilder picture = new StringBuilder();
    for (TextLine line : new Painter(terminal, frame.options().posts()).paint(frame)) {
      picture.append(line.render(terminal.width() - 1, terminal.color())).append('\n');
    }
    return picture.toString();
  }

  private static Frame frame(int posts, long truth) {
    long[] rows = new long[posts + 1];
    Map<Way, long[]> shown = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      shown.put(way, new long[posts + 1]);
    }
    for (int post = 1; post <= posts; post++) {
      rows[post] = truth;
      shown.values().forEach(one -> fill(one, truth));
    }
    long[] atomic = shown.getOrDefault(Way.ATOMIC_ONLY, new long[posts + 1]);
    for (int post = 1; post <= posts; post++) {
      atomic[post] = truth + (post == posts ? 12 : 3);
    }
    Sample sample = new Sample(rows, shown, true);
    Scores scores = new Scores();
    scores.add(sample);
    Pass pass = new Pass(true, new PassReport(), List.of(), NOW.minusSeconds(3));
    return new Frame(
        new DemoOptions(60, posts, 40, 7, false, false),
        Frame.Phase.WRITING,
        Duration.ofSeconds(23),
        NOW,
        new Tally().counts(),
        sample,
        scores,
        new Passes.Sums(1, 1, 0, BigInteger.ZERO, 0, 0, 0, 0, pass, null, List.of()));
  }

  private static void fill(long[] numbers, long number) {
    for (int post = 1; post < numbers.length; post++) {
      numbers[post] = number;
    }
  }
}
