package dev.trueup.house.planted.one;

import dev.trueup.house.planted.other.Other;

/** One half of a planted cycle. */
public record One(Other other) {}
