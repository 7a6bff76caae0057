package dev.trueup.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The trueup.yaml that is left beside kept files: it audits the usual column of the forum. */
final class KeptConfig {
  private static final String TEXT =
      """
      # The forum of `trueup demo`: posts.comment_count is the counter of the recipe atomic only.
      datasources:
        forum: { url: "jdbc:sqlite:%s" }
      counters:
        post.comments:
          kind: rows
          layout: adopted
          source: { datasource: forum, table: comments, subject: post_id, id: id, deleted: deleted_at }
          target: { datasource: forum, table: posts, key: id, column: comment_count }
      """;

  private KeptConfig() {}

  /** Writes the file into the folder and says where it is. */
  static Path write(Folder folder) {
    Path file = folder.path().resolve("trueup.yaml");
    try {
      return Files.writeString(file, TEXT.formatted(folder.path().resolve("forum.db")));
    } catch (IOException e) {
      throw new UncheckedIOException("The configuration of the kept files was not written.", e);
    }
  }
}
