-- Journals of events. Times are microseconds since 1970-01-01T00:00Z. Text is compared byte for
-- byte. Numbers must stay integers: past 64 bits SQLite would go on with an inexact one. The checks
-- hold no arithmetic for the same reason.
CREATE TABLE trueup_event_counter (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  name           TEXT    NOT NULL UNIQUE,
  sealed_before  INTEGER NOT NULL
);

-- One row per subject. The value is added minus removed.
CREATE TABLE trueup_event_tally (
  counter         INTEGER NOT NULL REFERENCES trueup_event_counter (id),
  subject         TEXT    NOT NULL,
  added           INTEGER NOT NULL CHECK (typeof(added) = 'integer'),
  removed         INTEGER NOT NULL CHECK (typeof(removed) = 'integer'),
  events          INTEGER NOT NULL CHECK (typeof(events) = 'integer'),
  sealed_added    INTEGER NOT NULL CHECK (typeof(sealed_added) = 'integer'),
  sealed_removed  INTEGER NOT NULL CHECK (typeof(sealed_removed) = 'integer'),
  sealed_events   INTEGER NOT NULL CHECK (typeof(sealed_events) = 'integer'),
  sealed_before   INTEGER NOT NULL,
  PRIMARY KEY (counter, subject),
  CONSTRAINT trueup_event_tally_added CHECK (sealed_added >= 0 AND sealed_added <= added),
  CONSTRAINT trueup_event_tally_removed CHECK (sealed_removed >= 0 AND sealed_removed <= removed),
  CONSTRAINT trueup_event_tally_events CHECK (sealed_events >= 0 AND sealed_events <= events)
) WITHOUT ROWID;

-- The journal: every event that counted, until it is sealed. Rows are never changed.
CREATE TABLE trueup_event_row (
  counter      INTEGER NOT NULL,
  subject      TEXT    NOT NULL,
  id           TEXT    NOT NULL,
  sequence     INTEGER NOT NULL,
  amount       INTEGER NOT NULL CHECK (typeof(amount) = 'integer'),
  occurred_at  INTEGER NOT NULL,
  actor        TEXT,
  value_after  INTEGER NOT NULL CHECK (typeof(value_after) = 'integer'),
  PRIMARY KEY (counter, subject, id),
  CONSTRAINT trueup_event_row_amount CHECK (amount <> 0),
  CONSTRAINT trueup_event_row_sequence CHECK (sequence >= 1)
) WITHOUT ROWID;
-- What is the oldest of the counter; what is in a span of a subject; what an actor did in one.
CREATE INDEX trueup_event_row_oldest ON trueup_event_row (counter, occurred_at);
CREATE INDEX trueup_event_row_span ON trueup_event_row (counter, subject, occurred_at);
CREATE INDEX trueup_event_row_actor
  ON trueup_event_row (counter, subject, actor, occurred_at) WHERE actor IS NOT NULL;

-- How many events did not count, by reason. In shards, as on other databases.
CREATE TABLE trueup_event_refusal (
  counter   INTEGER NOT NULL REFERENCES trueup_event_counter (id),
  shard     INTEGER NOT NULL,
  reason    TEXT    NOT NULL,
  refusals  INTEGER NOT NULL CHECK (typeof(refusals) = 'integer'),
  PRIMARY KEY (counter, shard, reason),
  CONSTRAINT trueup_event_refusal_count CHECK (refusals >= 0)
) WITHOUT ROWID;
