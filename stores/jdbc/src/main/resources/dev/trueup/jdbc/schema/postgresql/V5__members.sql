-- Sets of members and their counts. Times are microseconds since 1970-01-01T00:00Z, days are days
-- since 1970-01-01, 0 where days do not matter. Text is compared byte for byte.
CREATE TABLE trueup_member_relation (
  id               integer      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name             varchar(100) COLLATE "C" NOT NULL UNIQUE,
  other_side       varchar(100) COLLATE "C" UNIQUE,
  zone             varchar(100),
  sealed_before    bigint       NOT NULL,
  removals_before  bigint       NOT NULL
);

-- Rows that are locked, never changed: what ends a key holds its gate alone, others share it.
CREATE TABLE trueup_member_gate (
  relation  integer NOT NULL REFERENCES trueup_member_relation (id),
  gate      integer NOT NULL,
  PRIMARY KEY (relation, gate)
) WITH (fillfactor = 50);

-- One row per membership, in or out; both sides of a relation are this one row. Whoever writes it
-- holds the tallies of both sides.
CREATE TABLE trueup_member (
  relation    integer      NOT NULL,
  subject     varchar(512) COLLATE "C" NOT NULL,
  day         bigint       NOT NULL,
  member      varchar(512) COLLATE "C" NOT NULL,
  present     smallint     NOT NULL CHECK (present IN (0, 1)),
  decided_at  bigint       NOT NULL,
  PRIMARY KEY (relation, subject, day, member)
) WITH (fillfactor = 90);
CREATE INDEX trueup_member_other_side ON trueup_member (relation, member, day, subject);
CREATE INDEX trueup_member_removed ON trueup_member (relation, decided_at) WHERE present = 0;

-- One row per count. Side 0 counts the members of a subject, side 1 the subjects of a member, whose
-- key is then in the column subject. Pages keep room, because busy rows are written again and again.
CREATE TABLE trueup_member_tally (
  relation   integer      NOT NULL,
  side       smallint     NOT NULL,
  subject    varchar(512) COLLATE "C" NOT NULL,
  day        bigint       NOT NULL,
  members    bigint       NOT NULL CHECK (members >= 0),
  sealed     bigint       CHECK (sealed >= 0),
  sealed_at  bigint,
  drained    smallint     NOT NULL,
  PRIMARY KEY (relation, side, subject, day)
) WITH (fillfactor = 60);
CREATE INDEX trueup_member_tally_undrained ON trueup_member_tally (relation, day) WHERE drained = 0;

-- Keys that were removed or merged as a whole.
CREATE TABLE trueup_member_ending (
  relation     integer      NOT NULL,
  side         smallint     NOT NULL,
  subject      varchar(512) COLLATE "C" NOT NULL,
  removed_at   bigint,
  merged_into  varchar(512) COLLATE "C",
  PRIMARY KEY (relation, side, subject)
);
