package dev.trueup.house;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleEdgesTest {
  private static final Map<String, JavaClasses> MODULES =
      Modules.EDGES.keySet().stream().collect(Collectors.toMap(Function.identity(), Modules::of));

  @Test
  void aModuleUsesOnlyTheModulesItMay() {
    Set<String> faults = new TreeSet<>();
    Modules.EDGES.forEach(
        (module, allowed) -> {
          for (String other : Modules.EDGES.keySet()) {
            if (!other.equals(module) && !allowed.contains(other)) {
              faults.addAll(Modules.uses(classesOf(module), classesOf(other)));
            }
          }
        });
    assertThat(faults).isEmpty();
  }

  @Test
  void coreUsesNothingButJavaSlf4jAndJspecify() {
    assertThat(Modules.impurities(classesOf("core"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "stores/jdbc",
        "stores/mongodb",
        "stores/redis",
        "testkit",
        "embedded",
        "cli"
      })
  void packagesOfAModuleFormNoCycle(String module) {
    slices()
        .matching("dev.trueup.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classesOf(module));
  }

  @Test
  void everyModuleOfTheBuildHasItsEdgesNamed() {
    List<String> poms =
        SourceTree.files().stream()
            .filter(SourceFile::isPom)
            .map(SourceFile::folder)
            .filter(folder -> !folder.isEmpty() && !folder.equals("house"))
            .toList();
    assertThat(Modules.EDGES.keySet()).containsExactlyInAnyOrderElementsOf(poms);
  }

  @Test
  void aPlantedUseOfAnotherModuleIsFound() {
    assertThat(Modules.uses(classesOf("testkit"), classesOf("core"))).isNotEmpty();
  }

  @Test
  void aPlantedImpurityIsFound() {
    assertThat(Modules.impurities(classesOf("testkit")))
        .anyMatch(use -> use.contains("java.sql."))
        .anyMatch(use -> use.contains("java.nio.file."))
        .anyMatch(use -> use.contains("org.junit."));
  }

  @Test
  void aPlantedCycleIsFound() {
    JavaClasses planted = new ClassFileImporter().importPackages("dev.trueup.house.planted");
    assertThat(planted).hasSize(2);
    assertThatThrownBy(
            () ->
                slices()
                    .matching("dev.trueup.house.planted.(**)")
                    .should()
                    .beFreeOfCycles()
                    .check(planted))
        .isInstanceOf(AssertionError.class);
  }

  private static JavaClasses classesOf(String module) {
    JavaClasses classes = MODULES.get(module);
    if (classes == null) {
      throw new IllegalArgumentException("No module is named '" + module + "'");
    }
    return classes;
  }
}
