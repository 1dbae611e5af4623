extension Snapshot {
  /// A destination of moved items: next to an item, in an item, or at the end of a section.
  ///
  /// It names items and no rows, so it stays valid if rows change. For the child index *i* of a
  /// parent, use `before` the child with that index, or `into` the parent if *i* is its child
  /// count.
  ///
  ///     try source.drop(["Apple", "Pear"], to: .into("Fruit"))
  public enum Destination: Hashable, Sendable {
    /// Just before an item, as its siblings.
    case before(Item)
    /// After an item and all its descendants, as its siblings.
    case after(Item)
    /// In an item, as its last children.
    case into(Item)
    /// At the end of a section, as its last roots.
    case end(of: Section)

    package var item: Item? {
      switch self {
      case .before(let item), .after(let item), .into(let item): item
      case .end: nil
      }
    }
  }
}
