/// Where items are dropped: beside an item, into one, or at the end of a section.
///
/// That is all it takes to name each place of an outline by what stands there, so that a
/// destination stays right while rows come and go: the position *i* among the children of an item
/// is `before` the child that stands there, or `into` the item where *i* is their number.
///
///     try source.drop(["Apple", "Pear"], at: .into("Fruit"))
public enum DropDestination<Section: Hashable, Item: Hashable>: Hashable {
  /// Just ahead of an item, as its siblings.
  case before(Item)
  /// After an item and all that is below it, as its siblings.
  case after(Item)
  /// Into an item, as its last children.
  case into(Item)
  /// At the end of a section, as its last roots.
  case end(of: Section)
}

extension DropDestination: Sendable where Section: Sendable, Item: Sendable {}

extension DropDestination {
  /// The item that the destination is beside or in.
  var item: Item? {
    switch self {
    case .before(let item), .after(let item), .into(let item): item
    case .end: nil
    }
  }
}
