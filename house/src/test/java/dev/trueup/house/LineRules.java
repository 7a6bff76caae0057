package dev.trueup.house;

import java.util.List;

/** What no line may hold. The patterns are written so that they do not find themselves. */
final class LineRules {
  private static final String CORE = "core/src/main/java/";

  private LineRules() {}

  static List<Rule> all() {
    return List.of(
        new LineRule(
            "nothing left open",
            file -> true,
            "\\b(TOD[O]|FIXM[E]|XX[X])\\b",
            "Do it, or leave it out and say so in the documentation."),
        new LineRule(
            "no test switched off",
            SourceFile::isJava,
            "@(Disable[d]|Ignor[e])\\b",
            "A test runs, or it goes."),
        new LineRule(
            "no mocking library",
            file -> file.isJava() || file.isPom(),
            "\\b(org\\.mockit[o]|org\\.easymoc[k]|org\\.powermoc[k]|org\\.jmoc[k]|io\\.mock[k])\\b.*;",
            "Test against the real thing, or against one of the kit."),
        new LineRule(
            "tests do not sleep",
            file -> file.isTestJava() || (file.path().startsWith("testkit/") && file.isJava()),
            "(Thread|TimeUnit\\.[A-Z]+|LockSupport)\\s*(\\.|::)\\s*(sleep|parkNanos|parkUntil)\\b",
            "Move a SettableClock, or wait for the condition itself."),
        new LineRule(
            "core has no clock of its own",
            file -> file.path().startsWith(CORE),
            "System(\\.|::)(currentTimeMillis|nanoTime)"
                + "|\\b(Instant|Local(Date|Time|DateTime)|OffsetDateTime|ZonedDateTime|Year)(\\.|::)now\\b"
                + "|\\bClock\\.(system|tick)|InstantSource\\.system|ZoneId\\.systemDefault",
            "Take an InstantSource, and a zone that is named."),
        new LineRule(
            "core has no randomness of its own",
            file -> file.path().startsWith(CORE),
            "\\b(new (Secure)?Random\\(|Math(\\.|::)random|UUID(\\.|::)randomUUID|ThreadLocalRandom"
                + "|RandomGenerator\\.(of|getDefault))",
            "Take a RandomGenerator."),
        new LineRule(
            "core does not sleep or start threads",
            file -> file.path().startsWith(CORE),
            "\\b(Thread\\.sleep|new Thread\\(|Executors\\.|LockSupport\\.)",
            "Take a Waiter; threads belong to the caller."),
        new LineRule(
            "conflicts are not swallowed in SQL",
            SourceFile::isJava,
            "(?i)insert\\s+ignor[e]\\b|insert\\s+or\\s+ignor[e]\\b",
            "It hides every error, not only the duplicate: name the conflict."),
        new LineRule(
            "no failure is swallowed",
            SourceFile::isJava,
            "catch\\s*\\([^)]*\\)\\s*\\{\\s*\\}",
            "Handle it, or let it go up."),
        new LineRule(
            "no path of one machine",
            file -> true,
            "(^|[^\\w./:$}-])/(wor[k]|hom[e]|far[m]|roo[t]|User[s])/|[A-Z]:\\\\User[s]",
            "Find it from the repository's root, or take it from the environment."),
        new LineRule(
            "no repository's address in a pom",
            SourceFile::isPom,
            "<(plugin|snapshot|distribution)?[rR]epositor(y|ies)>|<distributionManagement>"
                + "|https?://(?!maven\\.apache\\.org/|www\\.w3\\.org/|www\\.apache\\.org/licenses/)",
            "Where artifacts come from is the business of whoever builds."));
  }
}
