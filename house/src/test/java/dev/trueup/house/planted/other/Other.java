package dev.trueup.house.planted.other;

import dev.trueup.house.planted.one.One;
import java.util.List;

/** The other half of a planted cycle. */
public record Other(List<One> ones) {}
