-- Ledgers: entries under balances. Times are microseconds since 1970-01-01T00:00Z. Keys are bytes,
-- so that nothing is padded or folded. The checks hold no arithmetic, so that none of them can
-- overflow.
CREATE TABLE trueup_ledger (
  id       int            NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name     varbinary(100) NOT NULL UNIQUE,
  floor    bigint         NOT NULL,
  ceiling  bigint         NOT NULL,
  CHECK (floor <= 0 AND ceiling >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- One row per subject; whoever holds its lock owns the subject's entries and reservations. The
-- bounds are the ledger's, in each row, so that the database itself holds the balance to them.
-- Available is the balance minus what is reserved.
CREATE TABLE trueup_ledger_balance (
  ledger     int            NOT NULL,
  subject    varbinary(512) NOT NULL,
  balance    bigint         NOT NULL,
  available  bigint         NOT NULL,
  floor      bigint         NOT NULL,
  ceiling    bigint         NOT NULL,
  entries    bigint         NOT NULL,
  PRIMARY KEY (ledger, subject),
  CONSTRAINT trueup_ledger_floor CHECK (available >= floor),
  CONSTRAINT trueup_ledger_ceiling CHECK (balance <= ceiling),
  CONSTRAINT trueup_ledger_reserved CHECK (available <= balance),
  CONSTRAINT trueup_ledger_entries CHECK (entries >= 0),
  CONSTRAINT trueup_ledger_balance_ledger FOREIGN KEY (ledger) REFERENCES trueup_ledger (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Every operation that was accepted, for ever. Sequences are dense per subject.
CREATE TABLE trueup_ledger_entry (
  ledger           int            NOT NULL,
  subject          varbinary(512) NOT NULL,
  sequence         bigint         NOT NULL,
  id_space         varchar(12)    NOT NULL,
  id               varbinary(256) NOT NULL,
  kind             varchar(12)    NOT NULL,
  amount           bigint         NOT NULL,
  held             bigint         NOT NULL,
  reference        varbinary(512),
  expires_at       bigint,
  accepted_at      bigint         NOT NULL,
  balance_after    bigint         NOT NULL,
  available_after  bigint         NOT NULL,
  PRIMARY KEY (ledger, subject, sequence),
  CONSTRAINT trueup_ledger_entry_id UNIQUE (ledger, subject, id, id_space),
  CONSTRAINT trueup_ledger_entry_sequence CHECK (sequence >= 1),
  CONSTRAINT trueup_ledger_entry_effect CHECK (amount <> 0 OR held <> 0),
  CONSTRAINT trueup_ledger_entry_reserved CHECK (available_after <= balance_after)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE trueup_ledger_reservation (
  ledger      int            NOT NULL,
  subject     varbinary(512) NOT NULL,
  id          varbinary(256) NOT NULL,
  amount      bigint         NOT NULL,
  open        bigint         NOT NULL,
  expires_at  bigint         NOT NULL,
  PRIMARY KEY (ledger, subject, id),
  CONSTRAINT trueup_ledger_reservation_open CHECK (open >= 0 AND open <= amount),
  CONSTRAINT trueup_ledger_reservation_amount CHECK (amount > 0),
  INDEX trueup_ledger_reservation_due (ledger, expires_at),
  INDEX trueup_ledger_reservation_held (ledger, subject, expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
