/// A change of a patch that met another change of the same items.
///
/// For the rules of merging, see <doc:Semantics>.
public enum MergeConflict<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The patch moves or replaces an item that is no longer there, or inserts one without a section.
  /// It stays away.
  case missing(Item)
  /// The patch moves or removes an item that has another parent by now. The patch wins, unless it
  /// only changes the order among siblings.
  case moved(Item)
  /// The patch inserts an item that is already there with another parent. The patch wins.
  case inserted(Item)
  /// The patch replaces or inserts an ``Identified`` item whose value was also changed by the other
  /// side. The patch wins; the item in the conflict has the value of the other side.
  case replaced(Item)
  /// The parent of an inserted or moved item is no longer there. The item goes to the nearest known
  /// ancestor, or to the roots.
  case orphaned(Item)
  /// The patch removes the parent of an item that it does not know. The item takes its place.
  case rescued(Item)
  /// The patch moves an item into its own subtree. The item stays where it is.
  case cycle(Item)

  /// The item that both sides changed.
  public var item: Item {
    switch self {
    case .missing(let item), .moved(let item), .inserted(let item), .replaced(let item),
      .orphaned(let item), .rescued(let item), .cycle(let item):
      item
    }
  }
}

extension MergeConflict: CustomStringConvertible {
  /// A sentence that describes the conflict.
  public var description: String { sentence(about: "item") }

  func sentence(about noun: String) -> String {
    let name = "\(noun) \"\(item)\""
    return switch self {
    case .missing: "The \(name) is no longer there."
    case .moved: "The \(name) has another parent."
    case .inserted: "The \(name) is already there, with another parent."
    case .replaced: "The \(name) was also changed by the other side."
    case .orphaned: "The new parent of the \(name) is no longer there."
    case .rescued: "The \(name) stays, because it is new or contains new items."
    case .cycle: "The \(name) cannot be moved into its own subtree."
    }
  }
}
