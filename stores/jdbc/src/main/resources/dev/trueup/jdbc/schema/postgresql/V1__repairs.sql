-- Times are microseconds since 1970-01-01T00:00Z. Numbers are exact decimal text: a total has no
-- largest scale that fits them all. Text is compared byte for byte.
CREATE TABLE trueup_repair (
  id         varchar(40) COLLATE "C" NOT NULL PRIMARY KEY,
  state      varchar(20) NOT NULL,
  opened_at  bigint      NOT NULL,
  closed_at  bigint
);
CREATE INDEX trueup_repair_state ON trueup_repair (state, opened_at);

CREATE TABLE trueup_repair_entry (
  repair_id      varchar(40)  COLLATE "C" NOT NULL REFERENCES trueup_repair (id),
  counter        varchar(200) COLLATE "C" NOT NULL,
  subject        varchar(512) COLLATE "C" NOT NULL,
  layout         varchar(10)  NOT NULL,
  verdict        varchar(20)  NOT NULL,
  before_value   text,
  truth          text,
  correction     text,
  facts_before   bigint,
  events_before  bigint,
  evidence       text         NOT NULL,
  state          varchar(20)  NOT NULL,
  recorded_at    bigint       NOT NULL,
  sequence       bigint       GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (repair_id, counter, subject, layout)
);
CREATE INDEX trueup_repair_entry_subject ON trueup_repair_entry (counter, subject, sequence);

-- One holder at a time, where the database has no locks that end with a connection.
CREATE TABLE trueup_lease (
  name        varchar(200) COLLATE "C" NOT NULL PRIMARY KEY,
  owner       varchar(64)  NOT NULL,
  held_until  bigint       NOT NULL
);
