package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way from rows to their subject.
 *
 * @param source the table of the rows
 * @param column its column that holds the subject's key
 * @param basis why the two may belong together
 * @param typeColumn of a polymorphic reference: the column that says which table is meant
 */
record Link(Table source, Column column, Basis basis, @Nullable Column typeColumn) {
  /** Why a column may hold the key of a table; the surest first. */
  enum Basis {
    FOREIGN_KEY(0),
    NAME(1),
    /** Its name names no table, but its values may all be keys of this one. */
    VALUES(3);

    /** What it costs, in the units of {@link Hypothesis#cost()}. */
    final int cost;

    Basis(int cost) {
      this.cost = cost;
    }
  }

  String name() {
    return source.name() + "." + column.name();
  }

  /** Every way into a table. */
  static List<Link> into(Table target, Catalog catalog) {
    Column key = target.singleKey().orElse(null);
    if (key == null) {
      return List.of();
    }
    List<Link> links = new ArrayList<>();
    for (Table source : catalog.tables()) {
      for (Column column : source.columns()) {
        if (column.type() != key.type() || source.key().equals(List.of(column.name()))) {
          continue;
        }
        Basis basis = basis(source, column, target, key, catalog);
        if (basis != null) {
          links.add(new Link(source, column, basis, typeColumn(source, column)));
        }
      }
    }
    return links;
  }

  private static @Nullable Basis basis(
      Table source, Column column, Table target, Column key, Catalog catalog) {
    if (source.isForeignKey(column)) {
      boolean declared =
          source.foreignKeys().stream()
              .anyMatch(
                  foreign ->
                      foreign.column().equals(column.name())
                          && foreign.table().equals(target.name())
                          && foreign.referenced().equals(key.name()));
      return declared ? Basis.FOREIGN_KEY : null;
    }
    List<String> words = Words.of(column.name());
    String last = words.get(words.size() - 1);
    boolean ownName =
        column.name().equalsIgnoreCase(key.name()) && !column.name().equalsIgnoreCase("id");
    if (!last.equals("id") && !last.equals("uid") && !ownName) {
      return catalog.documents() && names(Words.of(column.lastName()), target) ? Basis.NAME : null;
    }
    List<String> stem = last.equals("id") ? words.subList(0, words.size() - 1) : words;
    if (ownName || names(stem, target)) {
      return Basis.NAME;
    }
    if (stem.equals(List.of("parent"))) {
      return source.equals(target) ? Basis.NAME : null;
    }
    boolean namesAnother =
        catalog.tables().stream().anyMatch(table -> !table.equals(source) && names(stem, table));
    return stem.isEmpty() || namesAnother ? null : Basis.VALUES;
  }

  private static boolean names(List<String> stem, Table table) {
    List<String> words = Words.of(table.name());
    if (stem.isEmpty()) {
      return false;
    }
    int from = Math.max(0, words.size() - stem.size());
    List<String> tail = words.subList(from, words.size());
    if (tail.size() != stem.size()) {
      return false;
    }
    for (int i = 0; i < stem.size(); i++) {
      String word = stem.get(i);
      boolean same = Words.singular(tail.get(i)).equals(Words.singular(word));
      boolean shortForm = word.length() >= 4 && tail.get(i).startsWith(word);
      if (!same && !shortForm) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Column typeColumn(Table source, Column column) {
    String name = column.name();
    String type =
        name.replaceFirst("(?i)id$", name.endsWith("ID") || name.endsWith("Id") ? "Type" : "type");
    return source.column(type).filter(found -> !found.name().equals(name)).orElse(null);
  }
}
