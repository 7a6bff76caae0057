package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.Sample;
import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Session;
import java.util.Collection;
import java.util.List;

/** Reads rows and counter of some subjects on the connection that will correct them. */
interface Sampler {
  List<Sample> sample(Session session, RepairRight right, Collection<Subject> subjects);
}
