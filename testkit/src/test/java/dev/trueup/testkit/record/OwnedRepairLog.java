package dev.trueup.testkit.record;

import dev.trueup.counter.Subject;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.model.ModelRepairLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One process's log on a shared memory; honest, until a subclass breaks one step of it. */
class OwnedRepairLog implements RepairLog {
  final ModelRepairLog memory;
  private final List<String> opened = new ArrayList<>();

  OwnedRepairLog(ModelRepairLog memory) {
    this.memory = memory;
  }

  /** The process ends, and does not come back. */
  void end() {
    opened.forEach(memory::abandon);
  }

  @Override
  public Repair open(Instant at) {
    Repair repair = memory.open(at);
    opened.add(repair.id());
    return repair;
  }

  @Override
  public void record(List<RepairEntry> entries) {
    memory.record(entries);
  }

  @Override
  public void close(String repairId, Repair.State state, Instant at) {
    memory.close(repairId, state, at);
  }

  @Override
  public List<Repair> interruptAbandoned(Instant at) {
    return memory.interruptAbandoned(at);
  }

  @Override
  public Optional<Repair> find(String repairId) {
    return memory.find(repairId);
  }

  @Override
  public List<Repair> inState(Repair.State state, int limit) {
    return memory.inState(state, limit);
  }

  @Override
  public List<RepairEntry> entries(
      String repairId, @Nullable String afterCounter, @Nullable Subject afterSubject, int limit) {
    return memory.entries(repairId, afterCounter, afterSubject, limit);
  }

  @Override
  public Optional<RepairEntry> newest(String counter, Subject subject) {
    return memory.newest(counter, subject);
  }
}
