-- Ledgers: entries under balances. Times are microseconds since 1970-01-01T00:00Z. Text is compared
-- byte for byte. The checks hold no arithmetic, so that none of them can overflow.
CREATE TABLE trueup_ledger (
  id       integer      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name     varchar(100) COLLATE "C" NOT NULL UNIQUE,
  floor    bigint       NOT NULL,
  ceiling  bigint       NOT NULL,
  CHECK (floor <= 0 AND ceiling >= 0)
);

-- One row per subject; whoever holds its lock owns the subject's entries and reservations. The
-- bounds are the ledger's, in each row, so that the database itself holds the balance to them.
-- Available is the balance minus what is reserved. Pages keep room, because the row of a busy
-- subject is written again and again.
CREATE TABLE trueup_ledger_balance (
  ledger     integer      NOT NULL REFERENCES trueup_ledger (id),
  subject    varchar(512) COLLATE "C" NOT NULL,
  balance    bigint       NOT NULL,
  available  bigint       NOT NULL,
  floor      bigint       NOT NULL,
  ceiling    bigint       NOT NULL,
  entries    bigint       NOT NULL,
  PRIMARY KEY (ledger, subject),
  CONSTRAINT trueup_ledger_floor CHECK (available >= floor),
  CONSTRAINT trueup_ledger_ceiling CHECK (balance <= ceiling),
  CONSTRAINT trueup_ledger_reserved CHECK (available <= balance),
  CONSTRAINT trueup_ledger_entries CHECK (entries >= 0)
) WITH (fillfactor = 50);

-- Every operation that was accepted, for ever. Sequences are dense per subject.
CREATE TABLE trueup_ledger_entry (
  ledger           integer      NOT NULL,
  subject          varchar(512) COLLATE "C" NOT NULL,
  sequence         bigint       NOT NULL,
  id_space         varchar(12)  NOT NULL,
  id               varchar(256) COLLATE "C" NOT NULL,
  kind             varchar(12)  NOT NULL,
  amount           bigint       NOT NULL,
  held             bigint       NOT NULL,
  reference        varchar(512) COLLATE "C",
  expires_at       bigint,
  accepted_at      bigint       NOT NULL,
  balance_after    bigint       NOT NULL,
  available_after  bigint       NOT NULL,
  PRIMARY KEY (ledger, subject, sequence),
  CONSTRAINT trueup_ledger_entry_id UNIQUE (ledger, subject, id, id_space),
  CONSTRAINT trueup_ledger_entry_sequence CHECK (sequence >= 1),
  CONSTRAINT trueup_ledger_entry_effect CHECK (amount <> 0 OR held <> 0),
  CONSTRAINT trueup_ledger_entry_reserved CHECK (available_after <= balance_after)
);

CREATE TABLE trueup_ledger_reservation (
  ledger      integer      NOT NULL,
  subject     varchar(512) COLLATE "C" NOT NULL,
  id          varchar(256) COLLATE "C" NOT NULL,
  amount      bigint       NOT NULL,
  open        bigint       NOT NULL,
  expires_at  bigint       NOT NULL,
  PRIMARY KEY (ledger, subject, id),
  CONSTRAINT trueup_ledger_reservation_open CHECK (open >= 0 AND open <= amount),
  CONSTRAINT trueup_ledger_reservation_amount CHECK (amount > 0)
);
CREATE INDEX trueup_ledger_reservation_due
  ON trueup_ledger_reservation (ledger, expires_at) WHERE open > 0;
CREATE INDEX trueup_ledger_reservation_held
  ON trueup_ledger_reservation (ledger, subject, expires_at) WHERE open > 0;
