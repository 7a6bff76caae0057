package dev.trueup.cli;

import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a command takes from the world around it.
 *
 * @param variables the environment; null for a variable that is not set
 */
public record CliContext(
    Streams streams, Function<String, @Nullable String> variables, InstantSource clock) {}
