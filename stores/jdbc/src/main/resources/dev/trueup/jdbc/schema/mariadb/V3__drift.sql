-- What runs over counters found, over time, and marks to see it against. Times are microseconds
-- since 1970-01-01T00:00Z. Numbers are exact decimal text.
CREATE TABLE trueup_drift_run (
  id                bigint         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  counter           varbinary(200) NOT NULL,
  kind              varchar(10)    NOT NULL,
  started_at        bigint         NOT NULL,
  ended_at          bigint         NOT NULL,
  subjects          bigint         NOT NULL,
  drifted           bigint         NOT NULL,
  counted_too_much  bigint         NOT NULL,
  undecided         bigint         NOT NULL,
  net               text           NOT NULL,
  absolute          text           NOT NULL,
  repair_id         varchar(40),
  INDEX trueup_drift_run_time (counter, started_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE trueup_timeline_mark (
  id      bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
  at      bigint       NOT NULL,
  label   varchar(200) NOT NULL,
  INDEX trueup_timeline_mark_at (at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
