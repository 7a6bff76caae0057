package dev.trueup.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which module may use which, and what core may use at all. */
final class Modules {
  /** A module by its folder, with the modules that it may use. */
  static final Map<String, Set<String>> EDGES =
      Map.of(
          "core", Set.of(),
          "testkit", Set.of("core"),
          "stores/jdbc", Set.of("core"),
          "stores/mongodb", Set.of("core"),
          "stores/redis", Set.of("core"),
          "embedded", Set.of("core", "stores/jdbc", "stores/mongodb", "stores/redis"),
          "cli", Set.of("core", "stores/jdbc", "stores/mongodb", "embedded"),
          "benchmarks", Set.of("core", "stores/jdbc", "embedded", "testkit"));

  private Modules() {}

  static JavaClasses of(String folder) {
    return new ClassFileImporter()
        .importPath(SourceTree.root().resolve(folder + "/target/classes"));
  }

  /** Uses by the first classes of the second ones. */
  static Set<String> uses(JavaClasses from, JavaClasses to) {
    Set<String> uses = new TreeSet<>();
    for (JavaClass user : from) {
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getBaseComponentType().getName();
        if (to.contain(target) && !from.contain(target)) {
          uses.add(user.getName() + " uses " + target);
        }
      }
    }
    return uses;
  }

  /** Uses of anything but the classes themselves, Java without I/O, SLF4J and JSpecify. */
  static Set<String> impurities(JavaClasses classes) {
    Set<String> uses = new TreeSet<>();
    for (JavaClass user : classes) {
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (!classes.contain(target.getName()) && !isPure(target)) {
          uses.add(user.getName() + " uses " + target.getName());
        }
      }
    }
    return uses;
  }

  private static boolean isPure(JavaClass target) {
    String name = target.getName();
    if (target.isPrimitive() || name.equals("java.io.Serializable")) {
      return true;
    }
    if (name.startsWith("org.slf4j.") || name.startsWith("org.jspecify.annotations.")) {
      return true;
    }
    String in = target.getPackageName();
    return in.startsWith("java.")
        && !in.startsWith("java.io")
        && !in.startsWith("java.net")
        && !in.startsWith("java.nio.file")
        && !in.startsWith("java.nio.channels")
        && !in.startsWith("java.sql");
  }
}
