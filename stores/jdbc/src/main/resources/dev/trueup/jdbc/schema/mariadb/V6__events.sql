-- Journals of events. Times are microseconds since 1970-01-01T00:00Z. Keys are bytes, so that
-- nothing is padded or folded. The checks hold no arithmetic, so that none of them can overflow.
CREATE TABLE trueup_event_counter (
  id             int            NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name           varbinary(100) NOT NULL UNIQUE,
  sealed_before  bigint         NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- One row per subject; whoever holds its lock owns the subject's journal, whether it inserts or
-- seals. The value is added minus removed.
CREATE TABLE trueup_event_tally (
  counter         int            NOT NULL,
  subject         varbinary(512) NOT NULL,
  added           bigint         NOT NULL,
  removed         bigint         NOT NULL,
  events          bigint         NOT NULL,
  sealed_added    bigint         NOT NULL,
  sealed_removed  bigint         NOT NULL,
  sealed_events   bigint         NOT NULL,
  sealed_before   bigint         NOT NULL,
  PRIMARY KEY (counter, subject),
  CONSTRAINT trueup_event_tally_added CHECK (sealed_added >= 0 AND sealed_added <= added),
  CONSTRAINT trueup_event_tally_removed CHECK (sealed_removed >= 0 AND sealed_removed <= removed),
  CONSTRAINT trueup_event_tally_events CHECK (sealed_events >= 0 AND sealed_events <= events),
  CONSTRAINT trueup_event_tally_counter FOREIGN KEY (counter) REFERENCES trueup_event_counter (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- The journal: every event that counted, until it is sealed. Rows are never changed. The indexes
-- answer: what is the oldest of the counter; what is in a span of a subject; what an actor did in
-- one.
CREATE TABLE trueup_event_row (
  counter      int            NOT NULL,
  subject      varbinary(512) NOT NULL,
  id           varbinary(256) NOT NULL,
  sequence     bigint         NOT NULL,
  amount       bigint         NOT NULL,
  occurred_at  bigint         NOT NULL,
  actor        varbinary(256),
  value_after  bigint         NOT NULL,
  PRIMARY KEY (counter, subject, id),
  CONSTRAINT trueup_event_row_amount CHECK (amount <> 0),
  CONSTRAINT trueup_event_row_sequence CHECK (sequence >= 1),
  INDEX trueup_event_row_oldest (counter, occurred_at),
  INDEX trueup_event_row_span (counter, subject, occurred_at),
  INDEX trueup_event_row_actor (counter, subject, actor, occurred_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- How many events did not count, by reason. In shards, so that writers seldom meet there.
CREATE TABLE trueup_event_refusal (
  counter   int           NOT NULL,
  shard     int           NOT NULL,
  reason    varbinary(40) NOT NULL,
  refusals  bigint        NOT NULL,
  PRIMARY KEY (counter, shard, reason),
  CONSTRAINT trueup_event_refusal_count CHECK (refusals >= 0),
  CONSTRAINT trueup_event_refusal_counter FOREIGN KEY (counter)
    REFERENCES trueup_event_counter (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
