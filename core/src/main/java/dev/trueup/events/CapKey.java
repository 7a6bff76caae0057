package dev.trueup.events;

import dev.trueup.counter.Subject;

/** Whose events a cap counts together. */
public record CapKey(Subject subject, String actor, CapInterval.Span span) {}
