-- Managed counters: heads, delta cells, the ids that the cells are made of. Times are microseconds
-- since 1970-01-01T00:00Z. Keys are bytes, so that nothing is padded or folded.
CREATE TABLE trueup_counter (
  id               int            NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name             varbinary(100) NOT NULL UNIQUE,
  window_micros    bigint         NOT NULL,
  accepting_since  bigint         NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Advice only: losing it costs time.
CREATE TABLE trueup_progress (
  counter              int NOT NULL PRIMARY KEY,
  facts_before         bigint,
  events_before        bigint,
  sweep_leg            varchar(10),
  sweep_after          varbinary(512),
  sweep_started_at     bigint,
  sweep_subjects_done  bigint,
  sweep_repair_id      varbinary(40),
  swept_at             bigint,
  CONSTRAINT trueup_progress_counter FOREIGN KEY (counter) REFERENCES trueup_counter (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- One row per subject; whoever holds its lock owns the subject's cells, changes and covered changes.
CREATE TABLE trueup_head (
  counter          int            NOT NULL,
  subject          varbinary(512) NOT NULL,
  base             bigint,
  facts_before     bigint,
  events_before    bigint,
  installed_at     bigint,
  version          bigint         NOT NULL,
  mark             bigint         NOT NULL,
  marked           smallint       NOT NULL,
  held             smallint       NOT NULL,
  wide             smallint       NOT NULL,
  forgotten_until  bigint,
  PRIMARY KEY (counter, subject),
  INDEX trueup_head_marked (counter, marked, subject)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE trueup_cell (
  counter       int            NOT NULL,
  subject       varbinary(512) NOT NULL,
  fact_window   bigint         NOT NULL,
  event_window  bigint         NOT NULL,
  amount        bigint         NOT NULL,
  PRIMARY KEY (counter, subject, fact_window, event_window)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE trueup_change (
  counter       int            NOT NULL,
  subject       varbinary(512) NOT NULL,
  id            varbinary(256) NOT NULL,
  fact          varbinary(256) NOT NULL,
  amount        bigint         NOT NULL,
  occurred_at   bigint         NOT NULL,
  fact_at       bigint         NOT NULL,
  fact_window   bigint         NOT NULL,
  event_window  bigint         NOT NULL,
  PRIMARY KEY (counter, subject, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- The newest changes that were answered COVERED: a ring of slots per subject, so that it is bounded.
CREATE TABLE trueup_covered (
  counter      int            NOT NULL,
  subject      varbinary(512) NOT NULL,
  slot         int            NOT NULL,
  mark         bigint         NOT NULL,
  id           varbinary(256) NOT NULL,
  fact         varbinary(256) NOT NULL,
  amount       bigint         NOT NULL,
  occurred_at  bigint         NOT NULL,
  fact_at      bigint         NOT NULL,
  PRIMARY KEY (counter, subject, slot)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
