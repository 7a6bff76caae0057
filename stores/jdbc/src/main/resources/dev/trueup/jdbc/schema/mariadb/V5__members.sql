-- Sets of members and their counts. Times are microseconds since 1970-01-01T00:00Z, days are days
-- since 1970-01-01, 0 where days do not matter. Keys are bytes, so that nothing is padded or folded.
CREATE TABLE trueup_member_relation (
  id               int            NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name             varbinary(100) NOT NULL UNIQUE,
  other_side       varbinary(100) UNIQUE,
  zone             varchar(100),
  sealed_before    bigint         NOT NULL,
  removals_before  bigint         NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Rows that are locked, never changed: what ends a key holds its gate alone, others share it.
CREATE TABLE trueup_member_gate (
  relation  int NOT NULL,
  gate      int NOT NULL,
  PRIMARY KEY (relation, gate)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- One row per membership, in or out; both sides of a relation are this one row. Whoever writes it
-- holds the tallies of both sides.
CREATE TABLE trueup_member (
  relation    int            NOT NULL,
  subject     varbinary(512) NOT NULL,
  day         bigint         NOT NULL,
  member      varbinary(512) NOT NULL,
  present     smallint       NOT NULL CHECK (present IN (0, 1)),
  decided_at  bigint         NOT NULL,
  PRIMARY KEY (relation, subject, day, member),
  INDEX trueup_member_other_side (relation, member, day, subject),
  INDEX trueup_member_removed (relation, present, decided_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- One row per count. Side 0 counts the members of a subject, side 1 the subjects of a member, whose
-- key is then in the column subject.
CREATE TABLE trueup_member_tally (
  relation   int            NOT NULL,
  side       smallint       NOT NULL,
  subject    varbinary(512) NOT NULL,
  day        bigint         NOT NULL,
  members    bigint         NOT NULL CHECK (members >= 0),
  sealed     bigint         CHECK (sealed >= 0),
  sealed_at  bigint,
  drained    smallint       NOT NULL,
  PRIMARY KEY (relation, side, subject, day),
  INDEX trueup_member_tally_undrained (relation, drained, day)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Keys that were removed or merged as a whole.
CREATE TABLE trueup_member_ending (
  relation     int            NOT NULL,
  side         smallint       NOT NULL,
  subject      varbinary(512) NOT NULL,
  removed_at   bigint,
  merged_into  varbinary(512),
  PRIMARY KEY (relation, side, subject)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
