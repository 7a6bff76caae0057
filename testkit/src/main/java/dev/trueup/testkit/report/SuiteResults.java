package dev.trueup.testkit.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Notes how each test of a suite ended on the backend of the class that it runs in. After the class
 * they are in {@code target/suites/CLASS.tsv} of its module, a test a line: the suite, the test,
 * how it ended, and why it was given up. Stores that are tried as broken on purpose, whose classes
 * end in {@code UnderTest}, leave none.
 */
public final class SuiteResults implements TestWatcher, AfterAllCallback {
  /** Where the files are, below a module. */
  public static final Path FOLDER = Path.of("target", "suites");

  private static final String BROKEN_ON_PURPOSE = "UnderTest";

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void testSuccessful(ExtensionContext context) {
    note(context, "passed", null);
  }

  @Override
  public void testAborted(ExtensionContext context, @Nullable Throwable cause) {
    note(context, "skipped", cause);
  }

  @Override
  public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
    note(context, "failed", cause);
  }

  private void note(ExtensionContext context, String how, @Nullable Throwable cause) {
    String why = cause == null || cause.getMessage() == null ? "" : cause.getMessage();
    lines.add(
        String.join(
            "\t",
            context.getRequiredTestMethod().getDeclaringClass().getSimpleName(),
            context.getRequiredTestMethod().getName(),
            how,
            why.lines().findFirst().orElse("").replace('\t', ' ').strip()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    String name = context.getRequiredTestClass().getSimpleName();
    if (name.endsWith(BROKEN_ON_PURPOSE)) {
      return;
    }
    try {
      Files.createDirectories(FOLDER);
      Files.write(FOLDER.resolve(name + ".tsv"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException("The results of " + name + " cannot be noted", e);
    }
  }
}
