package dev.trueup.demo;

import java.time.Instant;

/**
 * A row of the forum, as the application knows it.
 *
 * @param id its key
 * @param post where it stands now
 * @param createdAt as stored
 */
record Comment(long id, int post, Instant createdAt) {
  Comment movedTo(int other) {
    return new Comment(id, other, createdAt);
  }
}
