package dev.trueup.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that cannot fail holds nothing: each is shown a fault, and beside it what is allowed. */
class PlantedFaultsTest {
  private static final String CORE = "core/src/main/java/dev/trueup/counter/Planted.java";
  private static final String STORE = "stores/jdbc/src/main/java/dev/trueup/jdbc/Planted.java";
  private static final String TEST = "core/src/test/java/dev/trueup/counter/PlantedTest.java";

  static Stream<Arguments> faults() {
    return Stream.of(
        fault("nothing left open", CORE, "// TO" + "DO: later"),
        fault("nothing left open", "docs/design.md", "FIX" + "ME"),
        fault("nothing left open", "a.sql", "-- XX" + "X"),
        fault("no test switched off", TEST, "  @Dis" + "abled"),
        fault("no test switched off", TEST, "  @Ign" + "ore(\"flaky\")"),
        fault("no mocking library", TEST, "import static org.mock" + "ito.Mock" + "ito.when;"),
        fault("tests do not sleep", TEST, "Thread" + ".sleep(10);"),
        fault("tests do not sleep", TEST, "TimeUnit.SECONDS" + ".sleep(10);"),
        fault("tests do not sleep", TEST, "LockSupport" + ".parkNanos(10);"),
        fault("core has no clock of its own", CORE, "long t = System.currentTimeMillis();"),
        fault("core has no clock of its own", CORE, "this(Instant::now);"),
        fault("core has no clock of its own", CORE, "var today = LocalDate.now(zone);"),
        fault("core has no clock of its own", CORE, "InstantSource.system()"),
        fault("core has no randomness of its own", CORE, "new Random(1)"),
        fault("core has no randomness of its own", CORE, "UUID.randomUUID()"),
        fault("core has no randomness of its own", CORE, "Math.random()"),
        fault("core does not sleep or start threads", CORE, "Thread" + ".sleep(5)"),
        fault("conflicts are not swallowed in SQL", STORE, "\"INSERT IGN" + "ORE INTO t\""),
        fault("no failure is swallowed", STORE, "} catch (SQLException e) {" + "}"),
        fault("no path of one machine", ".ci/run", "cd /ro" + "ot/trueup"),
        fault("no path of one machine", "README.md", "`/ho" + "me/me/trueup.yaml`"),
        fault("no repository's address in a pom", "core/pom.xml", "<repository><id>x</id>"),
        fault("no repository's address in a pom", "pom.xml", "<url>https://maven.example/</url>"),
        fault("no Maven wrapper", "mvnw", "#!/bin/sh"),
        fault("no Maven wrapper", ".mvn/wrapper/maven-wrapper.properties", ""),
        fault("no generated output", "core/target/classes/A.class", ""),
        fault("no generated output", "cli/dependency-reduced-pom.xml", ""),
        fault("no file of more than 400 lines", CORE, "a\n".repeat(401)),
        fault(
            "versions stand in the root's pom only",
            "core/pom.xml",
            "<parent><version>1</version></parent><dependency><version>2</version></dependency>"),
        fault(
            "versions stand in the root's pom only",
            "pom.xml",
            "<version>0.1</version><dependency><version>2.0</version></dependency>"),
        fault(
            "versions stand in the root's pom only",
            "core/pom.xml",
            "<properties><jooq.version>3</jooq.version></properties>"),
        fault("every package has a package-info", CORE, "package dev.trueup.counter;"),
        fault(
            "every package has a package-info",
            "core/src/main/java/dev/trueup/counter/package-info.java",
            "/** Says something. */\npackage dev.trueup.counter;"),
        fault("every public type has Javadoc", CORE, "public record Planted(int a) {}"),
        fault(
            "every public type has Javadoc",
            CORE,
            "/** Documented. */ public class Planted { public enum Inner {} }"));
  }

  static Stream<Arguments> allowed() {
    return Stream.of(
        fault("nothing left open", CORE, "// Todos los días, XXXL"),
        fault("tests do not sleep", TEST, "clock.advance(Duration.ofSeconds(1));"),
        fault("core has no clock of its own", STORE, "Instant.now()"),
        fault("core has no clock of its own", CORE, "clock.instant()"),
        fault("core has no randomness of its own", CORE, "RandomGenerator random"),
        fault(
            "no path of one machine",
            "README.md",
            "https://example.org/ho" + "me/x and ./ro" + "ot/"),
        fault("no failure is swallowed", STORE, "} catch (SQLException e) { throw wrap(e); }"),
        fault("no file of more than 400 lines", CORE, "a\n".repeat(400)),
        fault(
            "versions stand in the root's pom only",
            "core/pom.xml",
            "<parent><version>1</version></parent><dependency><artifactId>a</artifactId></dependency>"),
        fault(
            "versions stand in the root's pom only",
            "pom.xml",
            "<version>0.1</version><dependency><version>${a.version}</version></dependency>"),
        fault(
            "every package has a package-info",
            "core/src/main/java/dev/trueup/counter/package-info.java",
            "/** Says something. */\n@NullMarked\npackage dev.trueup.counter;"),
        fault(
            "every public type has Javadoc", CORE, "/** Documented. */ public record Planted() {}"),
        fault("every public type has Javadoc", CORE, "record Planted() {}"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("faults")
  void aPlantedFaultIsFound(String rule, SourceFile file) {
    assertThat(HouseRules.named(rule).faults(List.of(file))).isNotEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("allowed")
  void whatIsAllowedIsNotFound(String rule, SourceFile file) {
    assertThat(HouseRules.named(rule).faults(List.of(file))).isEmpty();
  }

  @Test
  void everyRuleIsProvedOnAFault() {
    assertThat(faults().map(arguments -> arguments.get()[0]).collect(Collectors.toSet()))
        .containsAll(HouseRules.all().stream().map(Rule::name).toList());
  }

  private static Arguments fault(String rule, String path, String text) {
    return Arguments.of(rule, new SourceFile(path, text));
  }
}
