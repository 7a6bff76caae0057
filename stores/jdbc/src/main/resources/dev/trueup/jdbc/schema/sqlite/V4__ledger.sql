-- Ledgers: entries under balances. Times are microseconds since 1970-01-01T00:00Z. Text is compared
-- byte for byte. Numbers must stay integers: past 64 bits SQLite would go on with an inexact one.
-- The checks hold no arithmetic for the same reason.
CREATE TABLE trueup_ledger (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  name     TEXT    NOT NULL UNIQUE,
  floor    INTEGER NOT NULL,
  ceiling  INTEGER NOT NULL,
  CHECK (floor <= 0 AND ceiling >= 0)
);

-- One row per subject. The bounds are the ledger's, in each row, so that the database itself holds
-- the balance to them. Available is the balance minus what is reserved.
CREATE TABLE trueup_ledger_balance (
  ledger     INTEGER NOT NULL REFERENCES trueup_ledger (id),
  subject    TEXT    NOT NULL,
  balance    INTEGER NOT NULL CHECK (typeof(balance) = 'integer'),
  available  INTEGER NOT NULL CHECK (typeof(available) = 'integer'),
  floor      INTEGER NOT NULL CHECK (typeof(floor) = 'integer'),
  ceiling    INTEGER NOT NULL CHECK (typeof(ceiling) = 'integer'),
  entries    INTEGER NOT NULL CHECK (typeof(entries) = 'integer'),
  PRIMARY KEY (ledger, subject),
  CONSTRAINT trueup_ledger_floor CHECK (available >= floor),
  CONSTRAINT trueup_ledger_ceiling CHECK (balance <= ceiling),
  CONSTRAINT trueup_ledger_reserved CHECK (available <= balance),
  CONSTRAINT trueup_ledger_entries CHECK (entries >= 0)
) WITHOUT ROWID;

-- Every operation that was accepted, for ever. Sequences are dense per subject.
CREATE TABLE trueup_ledger_entry (
  ledger           INTEGER NOT NULL,
  subject          TEXT    NOT NULL,
  sequence         INTEGER NOT NULL,
  id_space         TEXT    NOT NULL,
  id               TEXT    NOT NULL,
  kind             TEXT    NOT NULL,
  amount           INTEGER NOT NULL CHECK (typeof(amount) = 'integer'),
  held             INTEGER NOT NULL CHECK (typeof(held) = 'integer'),
  reference        TEXT,
  expires_at       INTEGER,
  accepted_at      INTEGER NOT NULL,
  balance_after    INTEGER NOT NULL CHECK (typeof(balance_after) = 'integer'),
  available_after  INTEGER NOT NULL CHECK (typeof(available_after) = 'integer'),
  PRIMARY KEY (ledger, subject, sequence),
  CONSTRAINT trueup_ledger_entry_id UNIQUE (ledger, subject, id, id_space),
  CONSTRAINT trueup_ledger_entry_sequence CHECK (sequence >= 1),
  CONSTRAINT trueup_ledger_entry_effect CHECK (amount <> 0 OR held <> 0),
  CONSTRAINT trueup_ledger_entry_reserved CHECK (available_after <= balance_after)
) WITHOUT ROWID;

CREATE TABLE trueup_ledger_reservation (
  ledger      INTEGER NOT NULL,
  subject     TEXT    NOT NULL,
  id          TEXT    NOT NULL,
  amount      INTEGER NOT NULL CHECK (typeof(amount) = 'integer'),
  open        INTEGER NOT NULL CHECK (typeof(open) = 'integer'),
  expires_at  INTEGER NOT NULL,
  PRIMARY KEY (ledger, subject, id),
  CONSTRAINT trueup_ledger_reservation_open CHECK (open >= 0 AND open <= amount),
  CONSTRAINT trueup_ledger_reservation_amount CHECK (amount > 0)
) WITHOUT ROWID;
CREATE INDEX trueup_ledger_reservation_due
  ON trueup_ledger_reservation (ledger, expires_at) WHERE open > 0;
CREATE INDEX trueup_ledger_reservation_held
  ON trueup_ledger_reservation (ledger, subject, expires_at) WHERE open > 0;
