package dev.trueup.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Every public type of the main sources says what it is. */
final class JavadocRule implements Rule {
  @Override
  public String name() {
    return "every public type has Javadoc";
  }

  @Override
  public List<Fault> faults(List<SourceFile> files) {
    List<Fault> faults = new ArrayList<>();
    files.stream()
        .filter(SourceFile::isMainJava)
        .filter(file -> !file.name().equals("package-info.java"))
        .forEach(file -> addFaults(file, faults));
    return faults;
  }

  private static void addFaults(SourceFile file, List<Fault> faults) {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none"), null, List.of(asInput(file)));
    try {
      for (CompilationUnitTree unit : task.parse()) {
        new PublicTypes(file, DocTrees.instance(task), faults).scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + file.path(), e);
    }
  }

  private static JavaFileObject asInput(SourceFile file) {
    return new SimpleJavaFileObject(
        URI.create("memory:///" + file.path()), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return file.text();
      }
    };
  }

  private static final class PublicTypes extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final SourceFile file;
    private final DocTrees docs;
    private final List<Fault> faults;

    PublicTypes(SourceFile file, DocTrees docs, List<Fault> faults) {
      this.file = file;
      this.docs = docs;
      this.faults = faults;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
      if (!type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
        return null;
      }
      TreePath path = getCurrentPath();
      String comment = docs.getDocComment(path);
      if (comment == null || comment.isBlank()) {
        faults.add(new Fault(file.path(), 0, type.getSimpleName() + " has no Javadoc."));
      }
      return super.visitClass(type, null);
    }
  }
}
