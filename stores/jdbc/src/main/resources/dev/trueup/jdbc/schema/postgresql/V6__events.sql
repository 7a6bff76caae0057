-- Journals of events. Times are microseconds since 1970-01-01T00:00Z. Text is compared byte for
-- byte. The checks hold no arithmetic, so that none of them can overflow.
CREATE TABLE trueup_event_counter (
  id             integer      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name           varchar(100) COLLATE "C" NOT NULL UNIQUE,
  sealed_before  bigint       NOT NULL
);

-- One row per subject; whoever holds its lock owns the subject's journal, whether it inserts or
-- seals. The value is added minus removed. Pages keep room, because the row of a busy subject is
-- written again and again.
CREATE TABLE trueup_event_tally (
  counter         integer      NOT NULL REFERENCES trueup_event_counter (id),
  subject         varchar(512) COLLATE "C" NOT NULL,
  added           bigint       NOT NULL,
  removed         bigint       NOT NULL,
  events          bigint       NOT NULL,
  sealed_added    bigint       NOT NULL,
  sealed_removed  bigint       NOT NULL,
  sealed_events   bigint       NOT NULL,
  sealed_before   bigint       NOT NULL,
  PRIMARY KEY (counter, subject),
  CONSTRAINT trueup_event_tally_added CHECK (sealed_added >= 0 AND sealed_added <= added),
  CONSTRAINT trueup_event_tally_removed CHECK (sealed_removed >= 0 AND sealed_removed <= removed),
  CONSTRAINT trueup_event_tally_events CHECK (sealed_events >= 0 AND sealed_events <= events)
) WITH (fillfactor = 50);

-- The journal: every event that counted, until it is sealed. Rows are never changed.
CREATE TABLE trueup_event_row (
  counter      integer      NOT NULL,
  subject      varchar(512) COLLATE "C" NOT NULL,
  id           varchar(256) COLLATE "C" NOT NULL,
  sequence     bigint       NOT NULL,
  amount       bigint       NOT NULL,
  occurred_at  bigint       NOT NULL,
  actor        varchar(256) COLLATE "C",
  value_after  bigint       NOT NULL,
  PRIMARY KEY (counter, subject, id),
  CONSTRAINT trueup_event_row_amount CHECK (amount <> 0),
  CONSTRAINT trueup_event_row_sequence CHECK (sequence >= 1)
);
-- What is the oldest of the counter; what is in a span of a subject; what an actor did in one.
CREATE INDEX trueup_event_row_oldest ON trueup_event_row (counter, occurred_at);
CREATE INDEX trueup_event_row_span ON trueup_event_row (counter, subject, occurred_at);
CREATE INDEX trueup_event_row_actor
  ON trueup_event_row (counter, subject, actor, occurred_at) WHERE actor IS NOT NULL;

-- How many events did not count, by reason. In shards, so that writers seldom meet there.
CREATE TABLE trueup_event_refusal (
  counter   integer     NOT NULL REFERENCES trueup_event_counter (id),
  reason    varchar(40) COLLATE "C" NOT NULL,
  shard     integer     NOT NULL,
  refusals  bigint      NOT NULL,
  PRIMARY KEY (counter, shard, reason),
  CONSTRAINT trueup_event_refusal_count CHECK (refusals >= 0)
) WITH (fillfactor = 50);
