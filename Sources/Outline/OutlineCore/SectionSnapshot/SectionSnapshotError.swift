/// The reason why a mutation of a snapshot failed.
///
/// An error lists every offending item once, in the order of the arguments. The mutation leaves the
/// snapshot unchanged.
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     do {
///       try outline.append(["Saw", "Fruit", "Saw"])
///     } catch {
///       print(error)
///       // The items "Fruit", "Saw" are already in the snapshot, or repeated in the argument.
///     }
///
/// A ``Snapshot`` throws these errors as ``SnapshotError/items(_:)``.
public enum SectionSnapshotError<Item: Hashable & Sendable>: Error, Equatable {
  /// Items that are already in the snapshot, or repeated in the argument.
  case duplicateItems([Item])

  /// Items, parents or anchors that are not in the snapshot.
  case unknownItems([Item])

  /// An anchor that is also one of the items to insert next to it.
  case anchorAmongItems(Item)

  /// Items that would move into themselves, or into or next to a descendant.
  case moveIntoItself([Item], destination: Item)

  /// Items that do not have the parent, the siblings or the content that a patch expects.
  case misplacedItems([Item])

  /// A child index that is not in `0...count`, where `count` excludes the moved items.
  case indexOutOfRange(Int, count: Int)

  /// A level in a pre-order list that is negative, or more than one above the previous level.
  case levelOutOfRange(Int, position: Int)
}

extension SectionSnapshotError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .duplicateItems(let items):
      "\(quotedList(items, "item")) \(items.count == 1 ? "is" : "are") already in the snapshot, "
        + "or repeated in the argument."
    case .unknownItems(let items):
      "\(quotedList(items, "item")) \(items.count == 1 ? "is" : "are") not in the snapshot."
    case .anchorAmongItems(let anchor):
      "The anchor \"\(anchor)\" is also one of the items to insert."
    case .moveIntoItself(let items, let destination):
      "\(quotedList(items, "item")) cannot be moved to \"\(destination)\", which is in "
        + "\(items.count == 1 ? "its subtree" : "their subtrees")."
    case .misplacedItems(let items):
      "\(quotedList(items, "item")) \(items.count == 1 ? "does" : "do") not have the parent, the "
        + "siblings or the content that the patch expects."
    case .indexOutOfRange(let index, let count):
      "The child index \(index) is not in 0...\(count)."
    case .levelOutOfRange(let level, let position):
      position == 0
        ? "The first item has level \(level) instead of 0."
        : "The item at position \(position) has level \(level), which is negative, or more than one "
          + "above the previous level."
    }
  }
}

/// The subject of a sentence: `The items "a", "b"`.
package func quotedList(_ elements: [some Any], _ noun: String) -> String {
  let names = elements.map { "\"\($0)\"" }.joined(separator: ", ")
  return "The \(noun)\(elements.count == 1 ? "" : "s") \(names)"
}
