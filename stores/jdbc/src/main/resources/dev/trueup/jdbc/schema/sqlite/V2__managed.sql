-- Managed counters: heads, delta cells, the ids that the cells are made of. Times are microseconds
-- since 1970-01-01T00:00Z. Text is compared byte for byte. An amount must stay an integer: past 64
-- bits SQLite would go on with an inexact number.
CREATE TABLE trueup_counter (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  name             TEXT    NOT NULL UNIQUE,
  window_micros    INTEGER NOT NULL,
  accepting_since  INTEGER NOT NULL
);

-- Advice only: losing it costs time.
CREATE TABLE trueup_progress (
  counter              INTEGER NOT NULL PRIMARY KEY REFERENCES trueup_counter (id),
  facts_before         INTEGER,
  events_before        INTEGER,
  sweep_leg            TEXT,
  sweep_after          TEXT,
  sweep_started_at     INTEGER,
  sweep_subjects_done  INTEGER,
  sweep_repair_id      TEXT,
  swept_at             INTEGER
);

-- One row per subject; whoever has the turn to write owns its cells, changes and covered changes.
CREATE TABLE trueup_head (
  counter          INTEGER NOT NULL,
  subject          TEXT    NOT NULL,
  base             INTEGER CHECK (base IS NULL OR typeof(base) = 'integer'),
  facts_before     INTEGER,
  events_before    INTEGER,
  installed_at     INTEGER,
  version          INTEGER NOT NULL,
  mark             INTEGER NOT NULL,
  marked           INTEGER NOT NULL,
  held             INTEGER NOT NULL,
  wide             INTEGER NOT NULL,
  forgotten_until  INTEGER,
  PRIMARY KEY (counter, subject)
) WITHOUT ROWID;
CREATE INDEX trueup_head_marked ON trueup_head (counter, subject) WHERE marked = 1;

CREATE TABLE trueup_cell (
  counter       INTEGER NOT NULL,
  subject       TEXT    NOT NULL,
  fact_window   INTEGER NOT NULL,
  event_window  INTEGER NOT NULL,
  amount        INTEGER NOT NULL CHECK (typeof(amount) = 'integer'),
  PRIMARY KEY (counter, subject, fact_window, event_window)
) WITHOUT ROWID;

CREATE TABLE trueup_change (
  counter       INTEGER NOT NULL,
  subject       TEXT    NOT NULL,
  id            TEXT    NOT NULL,
  fact          TEXT    NOT NULL,
  amount        INTEGER NOT NULL,
  occurred_at   INTEGER NOT NULL,
  fact_at       INTEGER NOT NULL,
  fact_window   INTEGER NOT NULL,
  event_window  INTEGER NOT NULL,
  PRIMARY KEY (counter, subject, id)
) WITHOUT ROWID;

-- The newest changes that were answered COVERED: a ring of slots per subject, so that it is bounded.
CREATE TABLE trueup_covered (
  counter      INTEGER NOT NULL,
  subject      TEXT    NOT NULL,
  slot         INTEGER NOT NULL,
  mark         INTEGER NOT NULL,
  id           TEXT    NOT NULL,
  fact         TEXT    NOT NULL,
  amount       INTEGER NOT NULL,
  occurred_at  INTEGER NOT NULL,
  fact_at      INTEGER NOT NULL,
  PRIMARY KEY (counter, subject, slot)
) WITHOUT ROWID;
