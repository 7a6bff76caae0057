-- What runs over counters found, over time, and marks to see it against. Times are microseconds
-- since 1970-01-01T00:00Z. Numbers are exact decimal text.
CREATE TABLE trueup_drift_run (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  counter           TEXT    NOT NULL,
  kind              TEXT    NOT NULL,
  started_at        INTEGER NOT NULL,
  ended_at          INTEGER NOT NULL,
  subjects          INTEGER NOT NULL,
  drifted           INTEGER NOT NULL,
  counted_too_much  INTEGER NOT NULL,
  undecided         INTEGER NOT NULL,
  net               TEXT    NOT NULL,
  absolute          TEXT    NOT NULL,
  repair_id         TEXT
);
CREATE INDEX trueup_drift_run_time ON trueup_drift_run (counter, started_at);

CREATE TABLE trueup_timeline_mark (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  label   TEXT    NOT NULL
);
CREATE INDEX trueup_timeline_mark_at ON trueup_timeline_mark (at);
