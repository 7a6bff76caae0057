-- Times are microseconds since 1970-01-01T00:00Z. Numbers are exact decimal text: a total has no
-- largest scale that fits them all. Keys are bytes, so that nothing is padded or folded: "a" and
-- "A" and "a " are three subjects.
CREATE TABLE trueup_repair (
  id         varbinary(40) NOT NULL PRIMARY KEY,
  state      varchar(20)   NOT NULL,
  opened_at  bigint        NOT NULL,
  closed_at  bigint,
  INDEX trueup_repair_state (state, opened_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE trueup_repair_entry (
  sequence       bigint         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  repair_id      varbinary(40)  NOT NULL,
  counter        varbinary(200) NOT NULL,
  subject        varbinary(512) NOT NULL,
  layout         varchar(10)    NOT NULL,
  verdict        varchar(20)    NOT NULL,
  before_value   text,
  truth          text,
  correction     text,
  facts_before   bigint,
  events_before  bigint,
  evidence       text           NOT NULL,
  state          varchar(20)    NOT NULL,
  recorded_at    bigint         NOT NULL,
  UNIQUE INDEX trueup_repair_entry_key (repair_id, counter, subject, layout),
  INDEX trueup_repair_entry_subject (counter, subject, sequence),
  CONSTRAINT trueup_repair_entry_repair FOREIGN KEY (repair_id) REFERENCES trueup_repair (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- One holder at a time, where the database has no locks that end with a connection.
CREATE TABLE trueup_lease (
  name        varbinary(200) NOT NULL PRIMARY KEY,
  owner       varchar(64)    NOT NULL,
  held_until  bigint         NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
