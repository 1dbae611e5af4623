/// Why a mutation of a snapshot was not carried out.
///
/// Each case names every item that stands in the way. The snapshot is as it was before the call.
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     do {
///       try outline.append(["Saw", "Fruit", "Saw"])
///     } catch {
///       print(error)  // The items "Fruit", "Saw" would be there twice.
///     }
///
/// An error is `Sendable` whether or not its items are: where they are not, handle it in the
/// isolation in which it was thrown, and do not let it out to another.
public enum SnapshotError<Item: Hashable>: Error, Equatable {
  /// Items that the snapshot has already, or that are twice in the argument: each once, in the
  /// order met.
  case duplicateItems([Item])

  /// Items, parents or anchors that the snapshot does not have: each once, in the order met.
  case unknownItems([Item])

  /// An item that was to be moved to a place among its own descendants.
  case moveIntoItself(Item, destination: Item)

  /// A child index outside of `0...count`, where `count` is the number of the parent's other
  /// children.
  case indexOutOfRange(Int, count: Int)

  /// The level of the row at a position of a pre-order list that is negative, or deeper by more
  /// than one than the level of the row before.
  case levelOutOfRange(Int, position: Int)
}

// `Error` demands this, and items need not be `Sendable`: the documentation tells the caller, who
// gets nothing but items of its own.
extension SnapshotError: @unchecked Sendable {}

extension SnapshotError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .duplicateItems(let items):
      "\(subject(items)) would be there twice."
    case .unknownItems(let items):
      "\(subject(items)) \(items.count == 1 ? "is" : "are") not in the snapshot."
    case .moveIntoItself(let item, let destination):
      "\(name(item)) cannot be moved into itself, to \(name(destination))."
    case .indexOutOfRange(let index, let count):
      "The child index \(index) is not in 0...\(count)."
    case .levelOutOfRange(let level, let position):
      position == 0
        ? "The first row has the level \(level), not 0."
        : "The row at position \(position) has the level \(level), which no row before it leads to."
    }
  }

  private func subject(_ items: [Item]) -> String {
    "The item\(items.count == 1 ? "" : "s") \(items.map(name).joined(separator: ", "))"
  }

  private func name(_ item: Item) -> String {
    "\"\(item)\""
  }
}
