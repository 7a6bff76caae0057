package dev.trueup.mongodb.managed;

/** One document per event window of a subject. */
class MongoCounterStoreTest extends StoreOnMongo {
  MongoCounterStoreTest() {
    super(1);
  }
}
