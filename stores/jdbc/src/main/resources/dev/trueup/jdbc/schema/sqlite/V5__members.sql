-- Sets of members and their counts. Times are microseconds since 1970-01-01T00:00Z, days are days
-- since 1970-01-01, 0 where days do not matter. Text is compared byte for byte.
CREATE TABLE trueup_member_relation (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  name             TEXT    NOT NULL UNIQUE,
  other_side       TEXT    UNIQUE,
  zone             TEXT,
  sealed_before    INTEGER NOT NULL,
  removals_before  INTEGER NOT NULL
);

-- Not used: the turn to write is the lock. Here so that every database has the same tables.
CREATE TABLE trueup_member_gate (
  relation  INTEGER NOT NULL,
  gate      INTEGER NOT NULL,
  PRIMARY KEY (relation, gate)
) WITHOUT ROWID;

-- One row per membership, in or out; both sides of a relation are this one row.
CREATE TABLE trueup_member (
  relation    INTEGER NOT NULL,
  subject     TEXT    NOT NULL,
  day         INTEGER NOT NULL,
  member      TEXT    NOT NULL,
  present     INTEGER NOT NULL CHECK (present IN (0, 1)),
  decided_at  INTEGER NOT NULL,
  PRIMARY KEY (relation, subject, day, member)
) WITHOUT ROWID;
CREATE INDEX trueup_member_other_side ON trueup_member (relation, member, day, subject);
CREATE INDEX trueup_member_removed ON trueup_member (relation, decided_at) WHERE present = 0;

-- One row per count. Side 0 counts the members of a subject, side 1 the subjects of a member, whose
-- key is then in the column subject.
CREATE TABLE trueup_member_tally (
  relation   INTEGER NOT NULL,
  side       INTEGER NOT NULL,
  subject    TEXT    NOT NULL,
  day        INTEGER NOT NULL,
  members    INTEGER NOT NULL CHECK (typeof(members) = 'integer' AND members >= 0),
  sealed     INTEGER CHECK (sealed >= 0),
  sealed_at  INTEGER,
  drained    INTEGER NOT NULL,
  PRIMARY KEY (relation, side, subject, day)
) WITHOUT ROWID;
CREATE INDEX trueup_member_tally_undrained ON trueup_member_tally (relation, day) WHERE drained = 0;

-- Keys that were removed or merged as a whole.
CREATE TABLE trueup_member_ending (
  relation     INTEGER NOT NULL,
  side         INTEGER NOT NULL,
  subject      TEXT    NOT NULL,
  removed_at   INTEGER,
  merged_into  TEXT,
  PRIMARY KEY (relation, side, subject)
) WITHOUT ROWID;
