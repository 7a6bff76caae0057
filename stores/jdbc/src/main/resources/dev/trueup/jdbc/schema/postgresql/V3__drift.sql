-- What runs over counters found, over time, and marks to see it against. Times are microseconds
-- since 1970-01-01T00:00Z. Numbers are exact decimal text.
CREATE TABLE trueup_drift_run (
  id                bigint       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  counter           varchar(200) COLLATE "C" NOT NULL,
  kind              varchar(10)  NOT NULL,
  started_at        bigint       NOT NULL,
  ended_at          bigint       NOT NULL,
  subjects          bigint       NOT NULL,
  drifted           bigint       NOT NULL,
  counted_too_much  bigint       NOT NULL,
  undecided         bigint       NOT NULL,
  net               text         NOT NULL,
  absolute          text         NOT NULL,
  repair_id         varchar(40)
);
CREATE INDEX trueup_drift_run_time ON trueup_drift_run (counter, started_at);

CREATE TABLE trueup_timeline_mark (
  id      bigint       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      bigint       NOT NULL,
  label   varchar(200) NOT NULL
);
CREATE INDEX trueup_timeline_mark_at ON trueup_timeline_mark (at);
