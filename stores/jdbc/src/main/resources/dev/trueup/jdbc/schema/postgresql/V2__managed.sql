-- Managed counters: heads, delta cells, the ids that the cells are made of. Times are microseconds
-- since 1970-01-01T00:00Z. Text is compared byte for byte. Pages keep room, because the rows of a
-- busy subject are written again and again.
CREATE TABLE trueup_counter (
  id               integer      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name             varchar(100) COLLATE "C" NOT NULL UNIQUE,
  window_micros    bigint       NOT NULL,
  accepting_since  bigint       NOT NULL
);

-- Advice only: losing it costs time.
CREATE TABLE trueup_progress (
  counter              integer NOT NULL PRIMARY KEY REFERENCES trueup_counter (id),
  facts_before         bigint,
  events_before        bigint,
  sweep_leg            varchar(10),
  sweep_after          varchar(512) COLLATE "C",
  sweep_started_at     bigint,
  sweep_subjects_done  bigint,
  sweep_repair_id      varchar(40),
  swept_at             bigint
);

-- One row per subject; whoever holds its lock owns the subject's cells, changes and covered changes.
CREATE TABLE trueup_head (
  counter          integer      NOT NULL,
  subject          varchar(512) COLLATE "C" NOT NULL,
  base             bigint,
  facts_before     bigint,
  events_before    bigint,
  installed_at     bigint,
  version          bigint       NOT NULL,
  mark             bigint       NOT NULL,
  marked           smallint     NOT NULL,
  held             smallint     NOT NULL,
  wide             smallint     NOT NULL,
  forgotten_until  bigint,
  PRIMARY KEY (counter, subject)
) WITH (fillfactor = 80);
CREATE INDEX trueup_head_marked ON trueup_head (counter, subject) WHERE marked = 1;

CREATE TABLE trueup_cell (
  counter       integer      NOT NULL,
  subject       varchar(512) COLLATE "C" NOT NULL,
  fact_window   bigint       NOT NULL,
  event_window  bigint       NOT NULL,
  amount        bigint       NOT NULL,
  PRIMARY KEY (counter, subject, fact_window, event_window)
) WITH (fillfactor = 50);

CREATE TABLE trueup_change (
  counter       integer      NOT NULL,
  subject       varchar(512) COLLATE "C" NOT NULL,
  id            varchar(256) COLLATE "C" NOT NULL,
  fact          varchar(256) COLLATE "C" NOT NULL,
  amount        bigint       NOT NULL,
  occurred_at   bigint       NOT NULL,
  fact_at       bigint       NOT NULL,
  fact_window   bigint       NOT NULL,
  event_window  bigint       NOT NULL,
  PRIMARY KEY (counter, subject, id)
);

-- The newest changes that were answered COVERED: a ring of slots per subject, so that it is bounded.
CREATE TABLE trueup_covered (
  counter      integer      NOT NULL,
  subject      varchar(512) COLLATE "C" NOT NULL,
  slot         integer      NOT NULL,
  mark         bigint       NOT NULL,
  id           varchar(256) COLLATE "C" NOT NULL,
  fact         varchar(256) COLLATE "C" NOT NULL,
  amount       bigint       NOT NULL,
  occurred_at  bigint       NOT NULL,
  fact_at      bigint       NOT NULL,
  PRIMARY KEY (counter, subject, slot)
);
