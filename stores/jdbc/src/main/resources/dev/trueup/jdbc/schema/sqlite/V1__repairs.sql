-- Times are microseconds since 1970-01-01T00:00Z. Numbers are exact decimal text: SQLite's own
-- numbers are 64-bit integers or inexact. Text is compared byte for byte.
CREATE TABLE trueup_repair (
  id         TEXT    NOT NULL PRIMARY KEY,
  state      TEXT    NOT NULL,
  opened_at  INTEGER NOT NULL,
  closed_at  INTEGER
);
CREATE INDEX trueup_repair_state ON trueup_repair (state, opened_at);

CREATE TABLE trueup_repair_entry (
  sequence       INTEGER PRIMARY KEY AUTOINCREMENT,
  repair_id      TEXT    NOT NULL REFERENCES trueup_repair (id),
  counter        TEXT    NOT NULL,
  subject        TEXT    NOT NULL,
  layout         TEXT    NOT NULL,
  verdict        TEXT    NOT NULL,
  before_value   TEXT,
  truth          TEXT,
  correction     TEXT,
  facts_before   INTEGER,
  events_before  INTEGER,
  evidence       TEXT    NOT NULL,
  state          TEXT    NOT NULL,
  recorded_at    INTEGER NOT NULL,
  UNIQUE (repair_id, counter, subject, layout)
);
CREATE INDEX trueup_repair_entry_subject ON trueup_repair_entry (counter, subject, sequence);

-- One holder at a time: SQLite has no locks that end with a connection.
CREATE TABLE trueup_lease (
  name        TEXT    NOT NULL PRIMARY KEY,
  owner       TEXT    NOT NULL,
  held_until  INTEGER NOT NULL
);
