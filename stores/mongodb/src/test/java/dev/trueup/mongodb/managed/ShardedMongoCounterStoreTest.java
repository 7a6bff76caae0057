package dev.trueup.mongodb.managed;

import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Test;

/**
 * Several documents per event window of a subject. What a cell holds is then known to no single
 * update: each document takes its part of 64 bits, and the reading right after a change is not
 * offered.
 */
class ShardedMongoCounterStoreTest extends StoreOnMongo {
  ShardedMongoCounterStoreTest() {
    super(5);
  }

  @Test
  @Override
  public void anOverflowingCellRejectsTheChangeAndNothingIsWritten() {
    abort("a sum at the very edge of 64 bits: not observable here, each shard takes its part");
  }

  @Test
  @Override
  public void anOverflowSpoilsNoOtherChangeOfItsBatchAndItsIdStaysFree() {
    abort("a sum at the very edge of 64 bits: not observable here, each shard takes its part");
  }
}
